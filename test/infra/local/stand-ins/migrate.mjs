// In place of the migration: leaves a line in its log, or fails when told to.
if (process.env["FAIL_MIGRATION"]) {
  console.error("relation already there");
  process.exit(3);
}
console.log("migrated");
