import styles from "./progress.module.css";

interface ProgressProps {
  label: string;
  value: number;
  max: number;
  tone?: "accent" | "good" | "warn" | "bad" | "calm";
}

export const Progress = ({ label, value, max, tone = "accent" }: ProgressProps) => (
  <div
    className={styles.meter}
    role="progressbar"
    aria-label={label}
    aria-valuenow={value}
    aria-valuemin={0}
    aria-valuemax={max || 1}
  >
    <div style={{ width: `${max ? Math.min(100, (100 * value) / max) : 0}%` }} data-tone={tone} />
  </div>
);
