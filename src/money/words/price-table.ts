import type { DocumentFields } from '../../cli/documents/index.ts';
import { type Column, renderTable } from '../../terminal/table.ts';
import type { Look } from '../../text/look.ts';
import { plainUsd, usdOf } from '../../text/money.ts';
import type { PriceRow } from '../rules/price-rows.ts';

/** The fields of a row of a price list, for programs. */
export function priceFields({
  leastMicroUsd,
  microUsd,
  ...row
}: PriceRow): DocumentFields<'genctl.prices/v1'>['items'][number] {
  return {
    ...row,
    usd: usdOf(microUsd),
    least_usd: leastMicroUsd === 0 ? null : usdOf(leastMicroUsd),
  };
}

/** The rows of a price list, as they are read. */
export function renderPriceTable(rows: readonly PriceRow[], look: Look): string[] {
  const { accent, dim } = look.colors;
  const columns: Column<PriceRow>[] = [
    { title: 'MODEL', text: ({ model }) => model, dropOrder: 0, paint: accent },
    { title: 'TIER', text: ({ tier }) => tier ?? '', dropOrder: 0 },
    { title: 'SOUND', text: ({ sound }) => answer(sound), dropOrder: 3 },
    { title: 'VIDEO', text: ({ video }) => answer(video), dropOrder: 4 },
    { title: 'USD', text: ({ microUsd }) => plainUsd(usdOf(microUsd)), align: 'right', dropOrder: 0 },
    { title: 'PER', text: ({ per }) => per, dropOrder: 0 },
    {
      title: 'LEAST',
      text: ({ leastMicroUsd }) => (leastMicroUsd === 0 ? '' : plainUsd(usdOf(leastMicroUsd))),
      align: 'right',
      dropOrder: 2,
    },
    { title: 'LINE', text: ({ line }) => String(line ?? ''), align: 'right', dropOrder: 1, paint: dim },
  ];
  return renderTable(rows, columns, look);
}

function answer(condition: boolean | null): string {
  return condition === null ? '' : condition ? 'yes' : 'no';
}
