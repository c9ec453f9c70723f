import { describe, expect, it } from 'vitest';
import { createGraphBuilder, type LineGraph } from '../../../src/batch/rules/line-graph.ts';

const nobody = new Set<string>();

/** The graph of lines, each by its id and the ids that it names. */
function graphOf(...lines: readonly (readonly [id: string, ...parents: string[]])[]): LineGraph {
  const builder = createGraphBuilder();
  for (const [id, ...parents] of lines) builder.add(id, parents);
  return builder.graph();
}

describe('the lines that wait for others', () => {
  it('are kept with those that they name, and no others', () => {
    const graph = graphOf(['a'], ['b', 'a'], ['c', 'b', 'b'], ['alone']);
    expect([...graph.ids()]).toHaveLength(2);
    expect(graph.parentsOf('c')).toEqual(['b']);
    expect(graph.childrenOf('a')).toEqual(['b']);
    expect([graph.isParent('b'), graph.isParent('c'), graph.isParent('alone')]).toEqual([true, false, false]);
    expect(graph.behind.size).toBe(0);
  });

  it('may stand before the lines that they name: those are known, with all that they wait for', () => {
    const graph = graphOf(['c', 'b'], ['b', 'a'], ['a'], ['d', 'a']);
    expect([...graph.behind].sort()).toEqual(['a', 'b']);
    expect(graph.faultOf('c', nobody)).toBeUndefined();
  });

  it('begin at the lines that wait for none', () => {
    const graph = graphOf(['a'], ['b', 'a'], ['x'], ['c', 'b', 'x']);
    expect(graph.rootsOf('b')).toEqual(['a']);
    expect(graph.rootsOf('c').toSorted()).toEqual(['a', 'x']);
    expect(graph.rootsOf('a')).toEqual(['a']);
  });

  it('are at fault where they name what no line is called, unless it is a job', () => {
    const graph = graphOf(['a', 'job_1', 'nobody']);
    expect([...graph.unknown]).toEqual(['job_1', 'nobody']);
    expect(graph.faultOf('a', new Set(['job_1']))).toEqual({ kind: 'missing', names: ['nobody'] });
    expect(graph.faultOf('a', graph.unknown)).toBeUndefined();
  });

  it('are at fault on a circle, each with the whole of it; those that only wait for one are not', () => {
    const graph = graphOf(['a', 'c'], ['b', 'a'], ['c', 'b'], ['d', 'c'], ['e', 'e']);
    const circle = { kind: 'circle', ids: ['a', 'c', 'b'] };
    for (const id of ['a', 'b', 'c']) expect(graph.faultOf(id, nobody)).toEqual(circle);
    expect(graph.faultOf('d', nobody)).toBeUndefined();
    expect(graph.faultOf('e', nobody)).toEqual({ kind: 'circle', ids: ['e'] });
  });

  it('have their circle begin with the line that stands first, however it is come upon', () => {
    const graph = graphOf(['into', 'c'], ['a', 'b'], ['b', 'c'], ['c', 'a']);
    expect(graph.faultOf('c', nobody)).toEqual({ kind: 'circle', ids: ['a', 'b', 'c'] });
  });

  it('may be a chain of any length', () => {
    const lines = Array.from({ length: 4_000 }, (_, at) => [`s${at}`, ...(at === 0 ? [] : [`s${at - 1}`])]);
    const graph = graphOf(...(lines as [string, ...string[]][]));
    expect(graph.faultOf('s3999', nobody)).toBeUndefined();
    expect(graph.rootsOf('s3999')).toEqual(['s0']);
  });

  it('are asked in time for what each of a long chain begins with', () => {
    const lines = Array.from({ length: 4_000 }, (_, at) => [
      `s${at}`,
      ...(at === 0 ? [] : ['s0', `s${at - 1}`]),
    ]);
    const graph = graphOf(...(lines as [string, ...string[]][]));
    for (const [id = ''] of lines) expect(graph.rootsOf(id)).toEqual(['s0']);
  });

  it('begin with each line once, and nowhere where they wait for themselves', () => {
    const graph = graphOf(
      ['a'],
      ['b', 'a'],
      ['c', 'a'],
      ['d', 'c', 'b', 'job_1'],
      ['e', 'job_1'],
      ['x', 'y'],
      ['y', 'x'],
      ['z', 'y'],
    );
    expect(graph.rootsOf('d')).toEqual(['a']);
    expect(graph.rootsOf('e')).toEqual(['e']);
    expect(graph.rootsOf('z')).toEqual([]);
    expect(graph.rootsOf('alone')).toEqual(['alone']);
  });

  it('are at fault in time where very many of them share a circle', () => {
    const count = 4_000;
    const lines = Array.from({ length: count }, (_, at) => [`s${at}`, `s${(at + 1) % count}`, 's0']);
    const graph = graphOf(...(lines as [string, ...string[]][]));
    for (const [id = ''] of lines) expect(graph.faultOf(id, nobody)?.kind).toBe('circle');
  });

  it('that stand on several circles are told one of them, or wait for a line that is', () => {
    const graph = graphOf(
      ['a', 'b'],
      ['b', 'c', 'a'],
      ['c', 'd', 'b'],
      ['d', 'c', 'e'],
      ['e', 'a'],
      ['f', 'a', 'f'],
    );
    const circleOf = (id: string) => {
      const fault = graph.faultOf(id, nobody);
      return fault?.kind === 'circle' ? fault.ids : undefined;
    };
    expect(['a', 'b', 'c', 'd', 'e', 'f'].map(circleOf)).toEqual([
      ...[['a', 'b'], ['a', 'b'], ['c', 'd'], ['c', 'd'], undefined],
      ['f'],
    ]);
    const order = graph.parentsFirst(new Set(['a', 'e']));
    expect(order).toEqual(['a', 'e']);
  });
});
