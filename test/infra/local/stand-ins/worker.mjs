// Stands in for the worker: reports that it is ready, drains on SIGTERM.
process.send?.("ready");
const working = setInterval(() => {}, 1000);
process.on("SIGTERM", () => {
  console.log("drained");
  clearInterval(working);
  process.exit(0);
});
