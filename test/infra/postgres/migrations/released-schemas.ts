/** A released schema: the last of its migrations, and the hash of the text of all of them, because none is edited afterwards. */
export interface ReleasedSchema {
  version: string;
  lastMigration: string;
  /** SHA-256 over the files in their order. */
  textHash: string;
}

/** A release adds its line and keeps its rows (`npm run next-version`). */
export const RELEASED_SCHEMAS: readonly ReleasedSchema[] = [
  {
    version: "0.1.0",
    lastMigration: "0028-key-limits",
    textHash: "d114a656939eb3d69e35854ec56d35d3b585b5dc7be076c887ca30cc85e4a383",
  },
  {
    version: "1.0.0",
    lastMigration: "0235-attempts-by-person",
    textHash: "88dfb99803dd656a26e35e46e5c00e154667295a587571aaeb764f6fd664e86b",
  },
];
