import styles from "./calls.module.css";

interface WaveformProps {
  name: string | null;
  speaker: "agent" | "person" | null;
  /** 0 to 100 each. */
  peaks: readonly number[];
  /** The played share, 0 to 1. */
  played: number;
}

/** Telephone lines are quiet: clear speech is far below the loudest value of the format. */
const LOUD = 40;

const shapeOf = (peaks: readonly number[]): string =>
  peaks
    .map((peak, index) => {
      const half = Math.max(0.6, Math.min(1, peak / LOUD) * 18);
      return `M${index + 0.5} ${20 - half}V${20 + half}`;
    })
    .join("");

/** Draws one side of a recording; hidden from screen readers. */
export const Waveform = ({ name, speaker, peaks, played }: WaveformProps) => (
  <div className={styles.wave} data-speaker={speaker}>
    {name && <span className={styles.side}>{name}</span>}
    <svg viewBox={`0 0 ${peaks.length} 40`} preserveAspectRatio="none" aria-hidden>
      <path d={shapeOf(peaks)} />
      <path d={shapeOf(peaks.slice(0, Math.round(played * peaks.length)))} className={styles.played} />
    </svg>
  </div>
);
