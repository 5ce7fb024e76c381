import type { ReactNode } from "react";
import type { NodeProperty } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Plus, Trash2 } from "../ui/icons.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./agents.module.css";

type Entry = Record<string, unknown>;

const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);

interface CollectionFieldProps {
  property: NodeProperty;
  value: unknown;
  fault: string | undefined;
  onChange(value: unknown): void;
  /** Renders the field of one part of an entry. */
  renderPart(part: NodeProperty, value: unknown, onChange: (value: unknown) => void): ReactNode;
}

/** Lists entries that have fields of their own, such as the variables that a step writes down. */
export const CollectionField = ({ property, value, fault, onChange, renderPart }: CollectionFieldProps) => {
  const entries = Array.isArray(value) ? value.filter(isEntry) : [];
  const replace = (at: number, entry: Entry) => onChange(entries.with(at, entry));
  return (
    <fieldset className={styles.refs}>
      <legend>{property.display_name}</legend>
      <p className={styles.hint}>{property.description}</p>
      {entries.length === 0 && <p>{words.steps.noEntries}</p>}
      {entries.map((entry, at) => (
        <div key={at} className={styles.entry}>
          {(property.properties ?? []).map((part) => (
            <div key={part.name}>
              {renderPart(part, entry[part.name], (changed) => replace(at, { ...entry, [part.name]: changed }))}
            </div>
          ))}
          <Button
            kind="quiet"
            label={words.steps.removeEntry(formatWhole(at + 1), property.display_name)}
            onClick={() => onChange(entries.toSpliced(at, 1))}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => onChange([...entries, {}])}>
          <Plus aria-hidden /> {words.steps.addEntry}
        </Button>
      </div>
      {fault && <p className={styles.fault}>{fault}</p>}
    </fieldset>
  );
};
