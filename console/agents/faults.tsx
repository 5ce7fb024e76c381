import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./agents.module.css";
import type { Fault } from "./use-faults.ts";

interface FaultsProps {
  faults: readonly Fault[];
  onSelect(id: string | null): void;
}

/** Lists the faults that prevent publication; each links to its place. */
export const Faults = ({ faults, onSelect }: FaultsProps) => (
  <div className={styles.faults} role="status">
    <strong>{words.agents.toMend(formatWhole(faults.length))}</strong>
    <ul>
      {faults.map(({ id, field, message }) => (
        <li key={`${id ?? ""} ${field ?? ""} ${message}`}>
          <button type="button" onClick={() => onSelect(id)}>
            {message}
          </button>
        </li>
      ))}
    </ul>
  </div>
);
