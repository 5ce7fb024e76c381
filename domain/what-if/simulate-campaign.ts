import { isAnswered } from "../call/call-outcome.rules.ts";
import { type AttemptEnd, type AttemptHistory, decideNextStep, type NextStep } from "../campaign/retry.rules.ts";
import { DAY_MS } from "../time/durations.rules.ts";
import { isUnmade } from "./attempt-order.ts";
import { BESIDE_MS } from "./late-stops.ts";
import { takeSlot } from "./pace-slots.ts";
import { askFor, createSimulation, type Simulation, type SimulationInput } from "./simulation.ts";

/** Never: no such event is to come. */
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Runs a campaign on a clock that jumps from event to event, by the platform's own rules; returns when its last call was over. A
 * line is taken from the admission of a call to its end. At one instant come first ends, then changes, then those who are due.
 */
export const simulateCampaign = (input: SimulationInput): { endMs: number } => {
  const simulation = createSimulation(input);
  while (goToNextEvent(simulation)) {
    const { ends, due, nowMs } = simulation;
    while (ends.nextKey() <= nowMs) settle(simulation, ends.pop());
    applyChanges(simulation);
    while (due.nextKey() <= nowMs) letIn(simulation, due.pop());
    dispatch(simulation);
  }
  return { endMs: simulation.endMs };
};

/** Settings under which a campaign would go on for longer are simulated so far. */
const LONGEST_SIMULATED_MS = 366 * DAY_MS;

/** Returns false where nothing is to come any more, or nothing that is known. */
const goToNextEvent = (simulation: Simulation): boolean => {
  const { ends, due, ready, past, policies, nextChange, nextPolicy, pausesAtMs, paceAtMs } = simulation;
  if (ends.size() === 0 && due.size() === 0 && ready.size() === 0) return false;
  const nextMs = Math.min(
    ends.nextKey(),
    due.nextKey(),
    past.changes[nextChange]?.atMs ?? NEVER,
    policies[nextPolicy]?.fromMs ?? NEVER,
    pausesAtMs,
    paceAtMs,
  );
  // An end may lie before: of a call that began earlier than the rules have it.
  simulation.nowMs = Math.max(simulation.nowMs, nextMs);
  return (
    Number.isFinite(nextMs) && simulation.nowMs <= Math.min(past.knownUntilMs, past.startedAtMs + LONGEST_SIMULATED_MS)
  );
};

const settle = (simulation: Simulation, person: number): void => {
  const { past, now, standing, policy, nowMs, due, breaker } = simulation;
  const outcome = past.outcomes[now.outcome[person] ?? 0] ?? "";
  standing.inFlight -= 1;
  standing.heldMinor -= past.people.highestCostMinor[person] ?? 0;
  standing.spentMinor += now.costMinor[person] ?? 0;
  simulation.endMs = Math.max(simulation.endMs, nowMs);
  simulation.recent.end(person, isAnswered(outcome));
  const history = { retries: now.retries[person] ?? 0, failedRetries: now.failedRetries[person] ?? 0 };
  const answerer = past.answerers?.[now.outcome[person] ?? 0] ?? { answeredBy: null };
  const next = decideNext(simulation, person, { end: { outcome, ...answerer }, history });
  if (next.kind === "retry") {
    const dueMs = nowMs + next.delaySeconds * 1000;
    now.retries[person] = history.retries + 1;
    now.failedRetries[person] = history.failedRetries + (outcome === "failed" ? 1 : 0);
    now.hasStoodBack[person] = 0;
    now.dueMs[person] = dueMs;
    due.push(dueMs, person);
  }
  const tripsAtMs = breaker.settle(outcome, nowMs, policy);
  if (tripsAtMs !== null) simulation.pausesAtMs = Math.min(simulation.pausesAtMs, tripsAtMs);
};

/**
 * Decides what follows a call. A call that was being settled while somebody changed the settings may still have been settled by the
 * former ones: where the two disagree, the record tells, because the contact was called again or not.
 */
const decideNext = (
  simulation: Simulation,
  person: number,
  ended: { end: AttemptEnd; history: AttemptHistory },
): NextStep => {
  const { followsRecord, behaviour, policy, former, now, nowMs } = simulation;
  const next = decideNextStep(ended.end, ended.history, policy.retry);
  if (!followsRecord || !former || nowMs - former.untilMs > BESIDE_MS) return next;
  const wasCalledAgain = behaviour.wasCalledAgain(person, (now.made[person] ?? 1) - 1);
  if ((next.kind === "retry") === wasCalledAgain) return next;
  return decideNextStep(ended.end, ended.history, former.policy.retry);
};

/** Applies what people have changed until now, and a trip of the breaker. */
const applyChanges = (simulation: Simulation): void => {
  const { past, policies, nowMs } = simulation;
  for (let change = past.changes[simulation.nextChange]; change && change.atMs <= nowMs; ) {
    if (!change.byBreaker || simulation.followsRecord) simulation.isRunning = change.isRunning;
    if (change.isRunning) resume(simulation);
    simulation.nextChange += 1;
    change = past.changes[simulation.nextChange];
  }
  for (let next = policies[simulation.nextPolicy]; next && next.fromMs <= nowMs; ) {
    simulation.former = { policy: simulation.policy, untilMs: next.fromMs };
    simulation.policy = next.policy;
    simulation.isOutOfBudget = false;
    simulation.nextPolicy += 1;
    next = policies[simulation.nextPolicy];
  }
  if (simulation.pausesAtMs <= nowMs) {
    if (simulation.isRunning) simulation.onTrip?.(nowMs);
    simulation.isRunning = false;
    simulation.pausesAtMs = NEVER;
  }
  if (simulation.paceAtMs <= nowMs) simulation.paceAtMs = NEVER;
};

const resume = (simulation: Simulation): void => {
  simulation.isOutOfBudget = false;
  simulation.pausesAtMs = NEVER;
  simulation.breaker.reset();
};

/** Other settings may let somebody in before. */
const untilChange = ({ policies, nextPolicy }: Simulation, untilMs: number): number =>
  Math.min(untilMs, policies[nextPolicy]?.fromMs ?? NEVER);

/** Lets somebody in who is due and whose number may be called; others come again, or never. */
const letIn = (simulation: Simulation, person: number): void => {
  const { desk, due, ready, order, now } = simulation;
  const decision = desk.decideAlone(askFor(simulation, person));
  if (decision.kind === "defer") return due.push(untilChange(simulation, decision.untilMs), person);
  if (decision.kind === "block") return;
  if (now.hasStoodBack[person] === 1) {
    simulation.standingBack -= 1;
    now.hasStoodBack[person] = 2;
  }
  const key = order.keyOf(person, { attempt: now.made[person] ?? 0, dueMs: now.dueMs[person] ?? 0 });
  ready.push(key, person);
};

/** Calls those who wait, in their order, until a rule makes all of them wait. */
const dispatch = (simulation: Simulation): void => {
  const { ready, due, desk, standing, nowMs } = simulation;
  while (mayCall(simulation)) {
    const key = ready.nextKey();
    // Those who stand back for a moment are called before others whom the campaign never called.
    if (simulation.followsRecord && simulation.standingBack > 0 && isUnmade(key)) return;
    const person = ready.pop();
    const decision = desk.decide(askFor(simulation, person), standing);
    if (decision.kind === "admit" && decision.dialAtMs <= nowMs) callOrStandBack(simulation, person);
    else if (decision.kind === "defer") due.push(untilChange(simulation, decision.untilMs), person);
    else if (decision.kind !== "block") {
      ready.push(key, person);
      if (decision.kind === "admit") simulation.paceAtMs = decision.dialAtMs;
      else if (decision.kind === "wait" && !decision.capacity) simulation.paceAtMs = decision.untilMs;
      else if (decision.kind === "hold") simulation.isOutOfBudget = true;
      return;
    }
  }
};

const mayCall = ({ isRunning, isOutOfBudget, ready, standing, policy }: Simulation): boolean =>
  isRunning && !isOutOfBudget && ready.size() > 0 && standing.inFlight < policy.maxConcurrency;

const callOrStandBack = (simulation: Simulation, person: number): void => {
  const { behaviour, now, nowMs, due } = simulation;
  const standsBackMs = now.hasStoodBack[person] === 0 ? behaviour.standBackMs(person, now.made[person] ?? 0, nowMs) : 0;
  if (standsBackMs === 0) call(simulation, person);
  else {
    now.hasStoodBack[person] = 1;
    simulation.standingBack += 1;
    due.push(nowMs + standsBackMs, person);
  }
};

const call = (simulation: Simulation, person: number): void => {
  const { past, policy, now, standing, behaviour, nowMs, ends, recent } = simulation;
  const attempt = now.made[person] ?? 0;
  const course = behaviour.answer({ person, attempt, admittedMs: nowMs, before: now.outcome[person] ?? -1 });
  if (!course) return;
  const startMs = Math.round(nowMs + course.delayMs);
  const endMs = startMs + course.lastsMs;
  now.made[person] = attempt + 1;
  now.outcome[person] = course.outcome;
  now.costMinor[person] = course.costMinor;
  standing.inFlight += 1;
  standing.heldMinor += past.people.highestCostMinor[person] ?? 0;
  standing.slotMs = takeSlot(policy, standing.slotMs, nowMs);
  recent.add(person, startMs);
  ends.push(endMs, person);
  const outcome = Number.isFinite(endMs) ? (past.outcomes[course.outcome] ?? "") : "";
  simulation.onAttempt({
    person,
    attempt,
    admittedMs: nowMs,
    startMs,
    endMs,
    outcome,
    costMinor: course.costMinor,
    isDrawn: course.isDrawn,
  });
};
