// Loaded before a program (`NODE_OPTIONS=--import`): its wall clock is off by the milliseconds that the file of
// JUMPING_CLOCK_FILE holds, as after somebody has set the machine's clock. Timers and performance.now() are not.
import { readFileSync } from "node:fs";

const LOOK_AGAIN_MS = 100;
const RealDate = Date;
let offsetMs = 0;

const look = () => {
  try {
    offsetMs = Number(readFileSync(process.env.JUMPING_CLOCK_FILE ?? "", "utf8")) || 0;
  } catch {
    offsetMs = 0;
  }
};
look();
setInterval(look, LOOK_AGAIN_MS).unref();

const now = () => RealDate.now() + offsetMs;

const JumpingDate = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
});
RealDate.prototype.constructor = JumpingDate;
globalThis.Date = JumpingDate;
