import { describe, expect, it } from 'vitest';
import { elementsOf, escapedXml, readXml, textAt } from '../../../src/outputs/rules/store-xml.ts';

describe('the XML of a store', () => {
  it('is read with its name spaces, entities and empty elements', () => {
    const xml = readXml(
      '<?xml version="1.0"?>\n<!-- a page --><s3:List xmlns:s3="http://s3.amazonaws.com/doc/2006-03-01/"><Key>a &amp; b&#x2F;&#47;c</Key><Next/>' +
        '<Item><Key><![CDATA[<d>]]></Key></Item><Item><Key>e</Key></Item></s3:List>\n',
    );
    expect(xml?.name).toBe('List');
    expect(textAt(xml, 'Key')).toBe('a & b//c');
    expect(textAt(xml, 'Next')).toBe('');
    expect(elementsOf(xml, 'Item').map((item) => textAt(item, 'Key'))).toEqual(['<d>', 'e']);
    expect(textAt(xml, 'Item', 'Missing')).toBeUndefined();
  });

  it.each([
    ['a page', '<!DOCTYPE html><html></html>'],
    ['what could define entities', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['a text that was cut', '<Error><Code>NoSuchKey</Co'],
    ['an element that is not closed', '<Error><Code>NoSuchKey</Code>'],
    ['elements that cross', '<a><b></a></b>'],
    ['two of them', '<a/><b/>'],
    ['text beside it', 'so <a/>'],
    ['JSON', '{"a":"<b/>"}'],
    ['nothing', ''],
    ['more elements than any page has', `<a>${'<b/>'.repeat(300_000)}</a>`],
    ['too deep a one', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`],
  ])('is not %s', (_, text) => {
    expect(readXml(text)).toBeUndefined();
  });

  it('of megabytes is read in time, whatever it holds', () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `<Contents><Key>k${index}</Key></Contents>`);
    expect(elementsOf(readXml(`<List>${keys.join('')}</List>`), 'Contents')).toHaveLength(20_000);
    for (const text of [
      `<a>${'<'.repeat(200_000)}`,
      `<${'a'.repeat(1e6)}`,
      `<a ${'/ '.repeat(5e5)}`,
      '<a>&'.repeat(2e5),
    ])
      expect(readXml(text)).toBeUndefined();
  });

  it('says back what stands in a text', () => {
    expect(textAt(readXml(`<a>${escapedXml('"<&>"')}</a>`))).toBe('"<&>"');
  });
});
