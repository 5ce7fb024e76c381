import { useRef } from "react";
import table from "../ui/table.module.css";
import { useHiddenSides } from "../ui/use-hidden-sides.ts";
import { words } from "../words/words.ts";
import type { FileHead } from "./read-columns.ts";

/** Shows how a file begins, under the titles of its columns. */
export const FirstRows = ({ head }: { head: FileHead }) => {
  const place = useRef<HTMLDivElement>(null);
  useHiddenSides(place);
  return (
    <div ref={place} className={table.scroll} tabIndex={0} role="group" aria-label={words.contacts.firstRows}>
      <table className={table.table}>
        <thead>
          <tr>
            {head.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {head.rows.map((row) => (
            <tr key={row.join("\t")}>
              {head.columns.map((column, index) => (
                <td key={column}>{row[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
