/**
 * Counts of contacts; always `total = suppressed + finished + remaining`. `attempts` counts requests that the
 * carrier accepted. `revision` grows with every change: of two readings the one with the larger is newer.
 */
export interface CampaignFigures {
  total: number;
  suppressed: number;
  finished: number;
  remaining: number;
  dialled: number;
  answered: number;
  unreached: number;
  inFlight: number;
  waitingRetry: number;
  attempts: number;
  revision: number;
}

/** The counts that a campaign's row keeps. */
export interface KeptCounts {
  total: number;
  suppressed: number;
  finished: number;
  dialled: number;
  answered: number;
  unreached: number;
  in_flight: number;
  waiting_retry: number;
  attempts: number;
  revision: number;
}

export const computeFigures = (kept: KeptCounts): CampaignFigures => ({
  total: kept.total,
  suppressed: kept.suppressed,
  finished: kept.finished,
  remaining: kept.total - kept.suppressed - kept.finished,
  dialled: kept.dialled,
  answered: kept.answered,
  unreached: kept.unreached,
  inFlight: kept.in_flight,
  waitingRetry: kept.waiting_retry,
  attempts: kept.attempts,
  revision: kept.revision,
});

/** Names the counts as the API, its streams and its events do; the revision is nobody else's. */
export const presentFigures = (figures: CampaignFigures) => ({
  total: figures.total,
  dialled: figures.dialled,
  answered: figures.answered,
  remaining: figures.remaining,
  in_flight: figures.inFlight,
  waiting_retry: figures.waitingRetry,
  suppressed: figures.suppressed,
  finished: figures.finished,
  failed_calls: figures.unreached,
  attempts: figures.attempts,
});

/** Counts the rows of a campaign: those that are done with, and those of them that ended without being reached. */
export const countRows = ({ finished, unreached }: Pick<CampaignFigures, "finished" | "unreached">) => ({
  processed_rows: finished,
  failed_rows: unreached,
});

/** Counts a campaign's calls: attempts that a carrier accepted, and contacts that nothing keeps from being called. */
export const countCalls = ({
  attempts,
  total,
  suppressed,
}: Pick<CampaignFigures, "attempts" | "total" | "suppressed">) => ({
  executed_count: attempts,
  total_queued_count: total - suppressed,
});

/** Returns the share of the contacts that were dialled who answered, 0 to 1; null: none was dialled. */
export const computeAnswerRate = ({
  dialled,
  answered,
}: Pick<CampaignFigures, "dialled" | "answered">): number | null => (dialled === 0 ? null : answered / dialled);

export const NO_FIGURES: CampaignFigures = {
  total: 0,
  suppressed: 0,
  finished: 0,
  remaining: 0,
  dialled: 0,
  answered: 0,
  unreached: 0,
  inFlight: 0,
  waitingRetry: 0,
  attempts: 0,
  revision: -1,
};

/** The counts of a campaign that has just been made. */
export const NOTHING_COUNTED: KeptCounts = {
  total: 0,
  suppressed: 0,
  finished: 0,
  dialled: 0,
  answered: 0,
  unreached: 0,
  in_flight: 0,
  waiting_retry: 0,
  attempts: 0,
  revision: 0,
};
