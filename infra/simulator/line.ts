import { setTimeout as wait } from "node:timers/promises";
import type { CallbackPayload, CallEventType } from "../telephony/simulator/simulator.protocol.ts";
import { type CallEvent, listCallEvents, type SimulatorCall, viewCall } from "./call.ts";
import { retryCallback, sendCallback } from "./callbacks.ts";
import { isAway } from "./manners.ts";
import type { DeliveryPlan } from "./plan.ts";
import { describeRecording } from "./recording.ts";

export interface LineOptions {
  signingKey: string;
  /** Aborted when the simulator stops or drops the call. */
  stopped: AbortSignal;
  /** Called when an event needs no further delivery, also when it was lost or given up. */
  onSettled(event: CallEventType): void;
  /** Called at the moment of an event, before anybody is told. */
  onEvent(event: CallEventType): void;
  /** Events that an earlier process settled. */
  alreadySettled: ReadonlySet<CallEventType>;
}

/** Fires one call's events when they are due and delivers them with the planned faults. */
export interface Line {
  /** Starts, or continues after a restart; overdue events fire at once. */
  run(): void;
  /** Waits for the right moment again after a change of the plan, such as a hang-up. */
  reschedule(): void;
  /** Resolves when the first callback has been tried. */
  firstDelivery: Promise<void>;
}

export const createLine = (call: SimulatorCall, options: LineOptions): Line => {
  const fired = new Set<CallEventType>(options.alreadySettled);
  const heldBack: CallEvent[] = [];
  const first = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  // Events of one call are sent in order; any disorder was scripted.
  let queue = Promise.resolve();

  const enqueue = (event: CallEvent) => {
    queue = queue.then(() => deliver(call, event, options));
    if (isAskedFor(call, event)) queue = queue.then(first.resolve);
  };
  const fire = (event: CallEvent) => {
    fired.add(event.type);
    options.onEvent(event.type);
    if (deliveryOf(call, event).reordered) heldBack.unshift(event);
    else enqueue(event);
    if (event.type === "completed") heldBack.splice(0).forEach(enqueue);
  };
  const schedule = () => {
    clearTimeout(timer);
    if (options.stopped.aborted) return;
    const next = listCallEvents(call).find((event) => !fired.has(event.type));
    if (!next) return;
    // A timer may come a millisecond before its time, when the call does not yet show what the event says.
    const leftMs = next.atMs - Date.now();
    timer = setTimeout(
      () => {
        if (Date.now() >= next.atMs) fire(next);
        schedule();
      },
      Math.max(0, Math.ceil(leftMs)),
    );
  };
  options.stopped.addEventListener("abort", () => clearTimeout(timer));
  return { run: schedule, reschedule: schedule, firstDelivery: first.promise };
};

const deliver = async (call: SimulatorCall, event: CallEvent, options: LineOptions): Promise<void> => {
  const url = call.request.status_url;
  const { lost, duplicated, lateByMs } = deliveryOf(call, event);
  if (options.stopped.aborted) return;
  if (url === null || lost || !isAskedFor(call, event)) return options.onSettled(event.type);
  if (lateByMs > 0) await wait(lateByMs, undefined, { signal: options.stopped, ref: false }).catch(() => {});
  // The next process delivers it.
  if (options.stopped.aborted) return;
  if (isAway(call.request, Date.now())) return options.onSettled(event.type);
  const payload: CallbackPayload = {
    event_id: `${call.id}.${event.type}`,
    type: event.type,
    occurred_at: new Date(event.atMs).toISOString(),
    call: viewCall(call, event.atMs),
    recording: event.type === "recorded" ? describeRecording(call) : null,
  };
  const send = () => sendCallback(options.signingKey, url, payload);
  const taken = await send();
  if (duplicated) await send();
  if (taken) return options.onSettled(event.type);
  // This is not awaited, because the call's later events do not wait for an unreachable receiver. It rejects only when the
  // simulator stops; then the event stays unsettled for the next process to deliver.
  retryCallback(send, options.stopped).then(
    () => options.onSettled(event.type),
    () => {},
  );
};

const isAskedFor = ({ request }: SimulatorCall, { type }: CallEvent): boolean =>
  type === "recorded" || request.status_events.includes(type);

/** Faults are planned for a call's own events; its recording's event is delivered normally. */
const deliveryOf = (call: SimulatorCall, { type }: CallEvent): DeliveryPlan =>
  type === "recorded" ? NORMAL : call.plan.deliveries[type];

const NORMAL: DeliveryPlan = { lost: false, duplicated: false, reordered: false, lateByMs: 0 };
