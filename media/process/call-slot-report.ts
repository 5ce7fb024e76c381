import { randomUUID } from "node:crypto";
import type { Adapters } from "../../infra/adapters.ts";
import { deleteMediaProcess, reportCallSlots } from "../../infra/postgres/web-call/media-process.repository.ts";
import { type CallSlots, createCallSlots } from "./call-slots.ts";

const TELL_EVERY_MS = 2000;

export interface ReportedCallSlots {
  slots: CallSlots;
  /** Withdraws this process, which takes no more calls. */
  withdraw(): Promise<void>;
}

/** Opens the slots of this process and reports them to the API, which begins no conversation with audio where all are taken. */
export const openReportedCallSlots = async (
  { database, logger }: Pick<Adapters, "database" | "logger">,
  { calls, speaksLocally = () => false }: { calls: number; speaksLocally?(): boolean },
): Promise<ReportedCallSlots> => {
  const uuid = randomUUID();
  /** The calls that have taken a place since the last report. */
  const takenBy = new Set<string>();
  let isWithdrawn = false;
  let told: Promise<void> = Promise.resolve();
  const tellOnce = async (): Promise<void> => {
    const saying = [...takenBy];
    await reportCallSlots(database, {
      uuid,
      places: calls,
      taken: slots.taken(),
      takenBy: saying,
      speaksLocally: speaksLocally(),
    });
    for (const runUuid of saying) takenBy.delete(runUuid);
  };
  const tell = (): Promise<void> => {
    // Reports are sent one after another, so that the last one is true.
    told = told.then(async () => {
      if (!isWithdrawn) await tellOnce();
    });
    return told;
  };
  const tellOrWarn = () => {
    told = tell().catch((err: unknown) => logger.warn({ err }, "the API was not told how many calls can be taken"));
  };
  const slots = createCallSlots(calls, (runUuid) => {
    if (runUuid !== null) takenBy.add(runUuid);
    tellOrWarn();
  });
  await tell();
  const timer = setInterval(tellOrWarn, TELL_EVERY_MS);
  return {
    slots,
    withdraw: async () => {
      clearInterval(timer);
      isWithdrawn = true;
      await told;
      await deleteMediaProcess(database, uuid);
    },
  };
};
