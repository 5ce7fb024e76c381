import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./agents.module.css";
import { describeFault } from "./describe-fault.ts";
import type { Fault } from "./use-faults.ts";

interface FaultsProps {
  faults: readonly Fault[];
  /** The name of the step or decision with this id. */
  nameOf(id: string): string | undefined;
  onSelect(id: string | null): void;
}

/** Lists the faults that prevent publication; each links to its place. */
export const Faults = ({ faults, nameOf, onSelect }: FaultsProps) => (
  <div className={styles.faults} role="status">
    <strong>{words.agents.toMend(formatWhole(faults.length))}</strong>
    <ul>
      {faults.map((fault) => (
        <li key={`${fault.id ?? ""} ${fault.field ?? ""} ${fault.message}`}>
          <button type="button" onClick={() => onSelect(fault.id)}>
            {[fault.id === null ? undefined : nameOf(fault.id), describeFault(fault)].filter(Boolean).join(": ")}
          </button>
        </li>
      ))}
    </ul>
  </div>
);
