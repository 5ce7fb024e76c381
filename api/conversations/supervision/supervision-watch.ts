import { sql } from "kysely";
import type { SupervisedCall, SupervisionWatch } from "../../../domain/call/supervised-call.ts";
import {
  SUPERVISOR_JOINS_WITHIN_SECONDS,
  SUPERVISOR_LOST_AFTER_SECONDS,
} from "../../../domain/call/supervision.rules.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { Database } from "../../../infra/postgres/database.ts";
import {
  endLostSupervision,
  endSupervision,
  noteHandedBack,
  type OpenSupervision,
} from "../../../infra/postgres/supervision/supervision.repository.ts";

const UNSUPERVISED: SupervisedCall = { listeners: 0, at: [], takenOverBy: null, handingBack: null, hasUnsaid: false };

/** Other processes learn of a change within this time; one search finds those of all calls. */
const SUPERVISION_READ_EVERY_MS = 250;

/** Creates the watch of a process: it looks while it carries calls or supervisors, and ends supervisions whose supervisor is gone. */
export const createSupervisionWatch = ({
  database,
  logger,
}: {
  database: Database;
  logger: Logger;
}): SupervisionWatch => {
  const watchers = new Map<string, Set<(supervised: SupervisedCall) => void>>();
  let states = new Map<string, SupervisedCall>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  const stateOf = (runUuid: string) => states.get(runUuid) ?? UNSUPERVISED;
  const look = async (): Promise<void> => {
    const { rows } = await sql<OpenSupervision>`select * from platform_open_supervisions()`.execute(
      database.withoutOrganization,
    );
    const before = states;
    states = new Map(
      [...Map.groupBy(rows, ({ run_uuid }) => run_uuid)].map(([uuid, ofRun]) => [uuid, summarize(ofRun)]),
    );
    for (const [runUuid, listeners] of watchers) {
      const now = stateOf(runUuid);
      if (isSame(before.get(runUuid) ?? UNSUPERVISED, now) && !now.hasUnsaid) continue;
      for (const tell of listeners) tell(now);
    }
    for (const row of rows) await endWhereOver(database, row);
  };
  /** One at a time: a look that is asked for meanwhile follows. */
  const lookOnce = async (): Promise<void> => {
    while (looking) await looking;
    looking = look().finally(() => {
      looking = null;
    });
    await looking;
  };
  const tick = () => {
    if (!looking) lookOnce().catch((err: unknown) => logger.warn({ err }, "who supervises calls could not be read"));
  };
  return {
    watch: ({ uuid }, onChange) => {
      const listeners = watchers.get(uuid) ?? new Set();
      watchers.set(uuid, listeners.add(onChange));
      timer ??= setInterval(tick, SUPERVISION_READ_EVERY_MS).unref();
      if (states.has(uuid)) onChange(stateOf(uuid));
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) watchers.delete(uuid);
        if (watchers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    stateOf,
    look: lookOnce,
    stop: () => {
      clearInterval(timer);
      watchers.clear();
    },
  };
};

const isThere = ({ state, is_joined }: OpenSupervision): boolean => state === "open" && is_joined;

const summarize = (rows: readonly OpenSupervision[]): SupervisedCall => ({
  listeners: rows.filter(isThere).length,
  at: [...new Set(rows.filter(isThere).flatMap(({ api_process }) => api_process ?? []))].sort(),
  takenOverBy: rows.find(({ mode, state }) => mode === "take_over" && state === "open")?.uuid ?? null,
  handingBack: rows.find(({ state }) => state === "handing_back")?.uuid ?? null,
  hasUnsaid: rows.some(({ unsaid }) => unsaid > 0),
});

const isSame = (before: SupervisedCall, now: SupervisedCall): boolean =>
  before.listeners === now.listeners &&
  before.at.join() === now.at.join() &&
  before.takenOverBy === now.takenOverBy &&
  before.handingBack === now.handingBack;

const endWhereOver = async (database: Database, row: OpenSupervision): Promise<void> => {
  const { organization_id, uuid, state, silent_seconds, is_joined, is_call_over } = row;
  const within = is_joined ? SUPERVISOR_LOST_AFTER_SECONDS : SUPERVISOR_JOINS_WITHIN_SECONDS;
  const isLost = state === "open" && silent_seconds > within;
  if (!is_call_over && !isLost) return;
  await database.inOrganization(organization_id, async (tx) => {
    if (!is_call_over) await endLostSupervision(tx, uuid, within);
    else if (state === "open") await endSupervision(tx, uuid, "call_over");
    else await noteHandedBack(tx, uuid);
  });
};
