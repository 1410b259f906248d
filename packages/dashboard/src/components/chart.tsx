// Shows values over time as stacked bars. The legend shows the sums, or the values at the time under the pointer. The
// colours depend on the theme, so the chart is redrawn when the theme changes.

import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useStore } from '../api/store.js';
import { theme } from '../shell/theme.js';
import { formatCount, formatMoments, formatSpan } from '../text/format.js';

export interface Series {
  readonly name: string;
  /** The name of a colour in the theme: `allow`, `deny`, … */
  readonly colour: string;
  readonly values: readonly number[];
}

interface ChartProps {
  /** The beginning of the time span of each value, in seconds since 1970. The spans are equally long. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  /** The height in pixels. Without it, the chart fills the flex container around it. */
  readonly height?: number;
  readonly label: string;
}

/** Returns the value of a theme colour, because a canvas does not support CSS variables. */
function resolveColour(element: HTMLElement, name: string): string {
  element.style.color = `var(--color-${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
}

/**
 * Adds the values of each series to the sum of the series before it. The topmost series is drawn first, so that the
 * lower ones cover it.
 */
function stack(series: readonly Series[]): { series: readonly Series[]; sums: number[][] } {
  const sums: number[][] = [];
  for (const { values } of series) {
    const below = sums.at(-1);
    sums.push(values.map((value, index) => value + (below?.[index] ?? 0)));
  }
  return { series: [...series].reverse(), sums: sums.reverse() };
}

export function Chart({ times, series, height, label }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const chosen = useStore(theme);
  const names = series.map(({ name }) => name).join(' ');
  const plot = useRef<uPlot>();
  const [pointed, setPointed] = useState<number>();
  const step = stepOf(times);
  // A bar is drawn in the middle of its time span.
  const data = [times.map((time) => time + step / 2), ...stack(series).sums] as uPlot.AlignedData;
  const latest = useRef(data);
  latest.current = data;

  useEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    plot.current = new uPlot(optionsOf(element, stack(series).series, setPointed), latest.current, element);
    const resized = new ResizeObserver(() => plot.current?.setSize(sizeOf(element)));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.current?.destroy();
    };
  }, [names, height, chosen]);
  useEffect(() => plot.current?.setData(latest.current), [JSON.stringify(data)]);

  const start = pointed === undefined ? undefined : times[pointed];
  const sums = series.map(({ values }) => values.reduce((sum, one) => sum + one, 0));
  const total = series.map(({ name }, index) => `${name} ${formatCount(sums[index] ?? 0)}`);
  return (
    <figure class="flex min-w-0 flex-1 flex-col">
      <div class={`relative min-h-0 ${height === undefined ? 'flex-1' : ''}`} style={{ height }}>
        <div
          ref={holder}
          class="absolute inset-0 overflow-hidden"
          role="img"
          aria-label={`${label}: ${total.join(', ')}`}
        />
      </div>
      <figcaption class="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {series.map(({ name, colour, values }, index) => (
          <span key={name} class="inline-flex min-w-28 items-center gap-1.5">
            <i class="size-2.5 rounded-sm" style={{ background: `var(--color-${colour})` }} />
            {name}{' '}
            <b class="tabular-nums text-ink">
              {formatCount((start === undefined ? sums[index] : values[pointed ?? 0]) ?? 0)}
            </b>
          </span>
        ))}
        <span class="ml-auto min-w-28 truncate text-right tabular-nums">
          {start === undefined ? 'in total' : formatSpan(start, step)}
        </span>
      </figcaption>
    </figure>
  );
}

/** Returns the length of the time spans in seconds. */
const stepOf = (times: ArrayLike<number>): number => (times[1] ?? 1) - (times[0] ?? 0);

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: Math.max(200, clientWidth),
  height: Math.max(60, clientHeight),
});

function optionsOf(
  element: HTMLElement,
  series: readonly Series[],
  onPoint: (index: number | undefined) => void,
): uPlot.Options {
  const [muted, line] = ['muted', 'line'].map((name) => resolveColour(element, name)) as [string, string];
  const axis = { stroke: muted, font: '11px ui-sans-serif, system-ui', ticks: { show: false } };
  return {
    ...sizeOf(element),
    // The right padding is the space for half a label of the time axis.
    padding: [8, 36, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    scales: {
      // The first and the last bar are shown completely.
      x: {
        range: ({ data: [times] }, first, last) => [first - stepOf(times) / 2, last + stepOf(times) / 2],
      },
      y: { range: (_plot, _low, high) => [0, Math.max(4, Math.ceil((high ?? 0) * 1.1))] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 84,
        size: 28,
        values: (_plot, splits) => [...formatMoments(splits)],
      },
      {
        ...axis,
        grid: { stroke: line, width: 1 },
        size: 42,
        space: 34,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 5e4, 1e5, 1e6],
        values: (_plot, splits) => splits.map(formatCount),
      },
    ],
    series: [
      {},
      ...series.map(({ colour }) => ({
        fill: resolveColour(element, colour),
        width: 0,
        paths: uPlot.paths.bars?.({ size: [0.75, 28], radius: 0.15 }) ?? null,
        points: { show: false },
      })),
    ] as uPlot.Series[],
  };
}
