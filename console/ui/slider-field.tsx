import { useId } from "react";
import styles from "./slider-field.module.css";

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The value in words. */
  said: string;
  onChange(value: number): void;
}

/** A number that is chosen by sliding, with its value in words beside its name. */
export const SliderField = ({ label, value, min, max, step = 1, said, onChange }: SliderProps) => {
  const id = useId();
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{said}</output>
      <input
        id={id}
        type="range"
        {...{ min, max, step, value }}
        aria-valuetext={said}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  );
};
