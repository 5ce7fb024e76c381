import { useEffect, useMemo, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import styles from "./time-chart.module.css";

export interface Series {
  key: string;
  name: string;
  color: string;
}

/** The count of each series, by its key, from `at` on. */
export interface Row {
  at: string;
  counts: Readonly<Record<string, number>>;
}

interface TimeChartProps {
  /** The text for screen readers. */
  label: string;
  series: readonly Series[];
  rows: readonly Row[];
  /** Shown in place of a chart without values. */
  empty: string;
}

const HEIGHT = 200;

/** Shows stacked bars over time, for the series with values. */
export const TimeChart = ({ label, series, rows, empty }: TimeChartProps) => {
  const keys = series.filter(({ key }) => rows.some(({ counts }) => counts[key])).map(({ key }) => key);
  const shown = keys.join(" ");
  const present = useMemo(() => series.filter(({ key }) => shown.split(" ").includes(key)), [series, shown]);
  return present.length === 0 ? (
    <p className={styles.empty}>{empty}</p>
  ) : (
    <Chart {...{ label, series: present, rows }} />
  );
};

/** The canvas is repainted when the rows, its width or the colour scheme change. */
const Chart = ({ label, series, rows }: Omit<TimeChartProps, "empty">) => {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  useEffect(() => {
    const host = place.current;
    if (!host) return undefined;
    const plot = new uPlot(optionsOf(series, host.clientWidth), [[]], host);
    chart.current = plot;
    const resized = new ResizeObserver(() => plot.setSize({ width: host.clientWidth, height: HEIGHT }));
    resized.observe(host);
    // Bars keep the colour that they were laid out with, and are laid out anew for new data alone.
    const repaint = () => plot.setData(plot.data);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    addEventListener("themechange", repaint);
    scheme.addEventListener("change", repaint);
    return () => {
      resized.disconnect();
      removeEventListener("themechange", repaint);
      scheme.removeEventListener("change", repaint);
      plot.destroy();
    };
  }, [series]);
  useEffect(() => chart.current?.setData(stacked(series, rows)), [series, rows]);
  return (
    <figure>
      <div ref={place} className={styles.chart} role="img" aria-label={label} />
      <ul className={styles.legend}>
        {series.map(({ key, name, color }) => (
          <li key={key}>
            <span style={{ background: `var(${color})` }} />
            {name}
          </li>
        ))}
      </ul>
    </figure>
  );
};

/** uPlot paints one series over another, so the sums are passed, the highest first. */
const stacked = (series: readonly Series[], rows: readonly Row[]): uPlot.AlignedData => {
  const sums = series.map((_series, last) =>
    rows.map((row) => series.slice(0, last + 1).reduce((sum, { key }) => sum + (row.counts[key] ?? 0), 0)),
  );
  return [rows.map(({ at }) => new Date(at).getTime() / 1000), ...sums.reverse()];
};

const colorOf = (token: string): string => {
  const probe = document.createElement("i");
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
};

const bars = uPlot.paths.bars?.({ size: [0.72, 40] });

/** Leaves room for the outer halves of the first and the last bar. */
const widen: uPlot.Range.Function = ({ data: [times] }, first, last) => {
  const half = (last - first) / (2 * Math.max(1, times.length - 1));
  return [first - half, last + half];
};

/** The seconds between the times below the chart, chosen so that no time appears twice. */
const STEPS = [60, 120, 300, 600, 900, 1800, 3600];

const optionsOf = (series: readonly Series[], width: number): uPlot.Options => {
  const axis = {
    stroke: () => colorOf("--text-faint"),
    font: "12px Inter Variable, sans-serif",
    grid: { stroke: () => colorOf("--chart-grid"), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 8, 0, 0],
    scales: { x: { time: true, range: widen }, y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.1)] } },
    axes: [
      { ...axis, grid: { show: false }, values: "{HH}:{mm}", incrs: STEPS, size: 28 },
      { ...axis, size: 36 },
    ],
    series: [
      {},
      ...[...series].reverse().map(({ name, color }) => ({
        label: name,
        width: 0,
        fill: () => colorOf(color),
        ...(bars && { paths: bars }),
        points: { show: false },
      })),
    ],
  };
};
