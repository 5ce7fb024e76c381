import { useVirtualizer } from "@tanstack/react-virtual";
import type { ReactNode } from "react";
import styles from "./table.module.css";
import { useHiddenSides } from "./use-hidden-sides.ts";
import { useKeptFocus } from "./use-kept-focus.ts";

export interface Column<T> {
  name: string;
  isNumber?: boolean;
  /** True for a name that only screen readers get, such as that of the column of buttons. */
  isNameHidden?: boolean;
  /** The share of the width; 1 by default. */
  width?: number;
  cell(row: T): ReactNode;
}

interface DataTableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf(row: T): string | number;
}

/** From this number on only visible rows are rendered; otherwise the browser would lay out all of them. */
const MANY = 200;
const ROW_PX = 53;

export const DataTable = <T,>(props: DataTableProps<T>) =>
  props.rows.length > MANY ? <ManyRows {...props} /> : <FewRows {...props} />;

const FewRows = <T,>({ label, columns, rows, keyOf }: DataTableProps<T>) => {
  const keptFocus = useKeptFocus(rows.length);
  useHiddenSides(keptFocus.ref);
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={label} {...keptFocus}>
      <table className={styles.table}>
        <Head columns={columns} />
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <Cells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const ManyRows = <T,>({ label, columns, rows, keyOf }: DataTableProps<T>) => {
  const keptFocus = useKeptFocus(rows.length);
  useHiddenSides(keptFocus.ref);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => keptFocus.ref.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div className={styles.tall} tabIndex={0} role="group" aria-label={label} {...keptFocus}>
      <table className={styles.table} aria-rowcount={rows.length + 1}>
        <Head columns={columns} />
        <tbody>
          {above > 0 && <tr aria-hidden className={styles.spacer} style={{ height: above }} />}
          {items.map(({ index }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <tr key={keyOf(row)} aria-rowindex={index + 2} style={{ height: ROW_PX }}>
                <Cells columns={columns} row={row} />
              </tr>
            );
          })}
          {below > 0 && <tr aria-hidden className={styles.spacer} style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  );
};

const Head = <T,>({ columns }: { columns: readonly Column<T>[] }) => (
  <thead>
    <tr>
      {columns.map(({ name, isNumber, isNameHidden, width }) => (
        <th
          key={name}
          scope="col"
          className={isNumber ? styles.number : undefined}
          style={width ? { width: `${width}%` } : undefined}
        >
          {isNameHidden ? <span className="visually-hidden">{name}</span> : name}
        </th>
      ))}
    </tr>
  </thead>
);

const Cells = <T,>({ columns, row }: { columns: readonly Column<T>[]; row: T }) =>
  columns.map(({ name, isNumber, cell }) => (
    <td key={name} className={isNumber ? styles.number : undefined}>
      {cell(row)}
    </td>
  ));
