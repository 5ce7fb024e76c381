// Stands in for the migration: writes a line to its log, or fails on demand.
if (process.env["FAIL_MIGRATION"]) {
  console.error("relation already there");
  process.exit(3);
}
console.log("migrated");
