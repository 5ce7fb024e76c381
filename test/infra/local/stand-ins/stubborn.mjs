// Does not stop when asked to.
process.on("SIGTERM", () => {});
process.send?.("ready");
setInterval(() => {}, 1000);
