import type { PersonalData } from "../api/routes.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";

/** Lists places with how much is there, or was removed there. */
export const KeptData = ({ label, places }: { label: string; places: readonly PersonalData[] }) => (
  <DataTable label={label} columns={COLUMNS} rows={places} keyOf={({ place }) => place} />
);

const MENTIONS = "_mentions";

const namePlace = (place: string): string => {
  if (place.endsWith(MENTIONS)) return words.people.namedIn(namePlace(place.slice(0, -MENTIONS.length)));
  const names: Readonly<Record<string, string>> = words.people.places;
  return names[place] ?? place.replaceAll("_", " ");
};

const COLUMNS: readonly Column<PersonalData>[] = [
  { name: words.people.place, width: 3, cell: ({ place }) => namePlace(place) },
  { name: words.people.count, isNumber: true, cell: ({ count }) => formatWhole(count) },
];
