import type { Campaign, CircuitBreakerConfig, RetryConfig, ScheduleConfig } from "../api/routes.ts";

export const RETRY_REASONS = ["no_answer", "voicemail", "busy"] as const;

/** A person's settings for a campaign; numbers are text while they are typed. */
export interface SettingsDraft {
  maxConcurrency: string;
  retries: string;
  retryDelayMinutes: string;
  retryOn: Record<(typeof RETRY_REASONS)[number], boolean>;
  hasHours: boolean;
  timezone: string;
  /** 0: Monday. */
  days: readonly number[];
  from: string;
  until: string;
  hasBreaker: boolean;
  /** Delays by retry, which this form does not show. */
  keptDelaysSeconds: readonly number[] | null;
  /** Slots that this form cannot show; kept until somebody changes the hours. */
  keptSlots: ScheduleConfig["slots"] | null;
}

/** Shortens the settings for a trial, whose end should come soon. */
export const shortenForTrial = (settings: SettingsDraft): SettingsDraft => ({
  ...settings,
  retries: "1",
  retryDelayMinutes: "0.2",
});

export const createSettings = (timezone: string | null): SettingsDraft => ({
  maxConcurrency: "",
  retries: "2",
  retryDelayMinutes: "30",
  retryOn: { no_answer: true, voicemail: true, busy: true },
  hasHours: false,
  timezone: timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  days: [0, 1, 2, 3, 4],
  from: "09:00",
  until: "18:00",
  hasBreaker: true,
  keptDelaysSeconds: null,
  keptSlots: null,
});

export const toSettings = (campaign: Campaign): SettingsDraft => {
  const { retry_config: retry, schedule_config: schedule } = campaign;
  const slots = schedule?.slots ?? [];
  const [first] = slots;
  const isOneRange = slots.every((slot) => slot.start_time === first?.start_time && slot.end_time === first.end_time);
  return {
    ...createSettings(schedule?.timezone ?? null),
    maxConcurrency: campaign.max_concurrency === null ? "" : String(campaign.max_concurrency),
    retries: retry.enabled ? String(retry.max_retries) : "0",
    retryDelayMinutes: String(retry.retry_delay_seconds / 60),
    retryOn: { no_answer: retry.retry_on_no_answer, voicemail: retry.retry_on_voicemail, busy: retry.retry_on_busy },
    hasHours: schedule?.enabled ?? false,
    hasBreaker: campaign.circuit_breaker.enabled,
    keptDelaysSeconds: retry.retry_delays_seconds ?? null,
    keptSlots: isOneRange ? null : slots,
    ...(first && {
      days: [...new Set(slots.map((slot) => slot.day_of_week))],
      from: first.start_time,
      until: first.end_time,
    }),
  };
};

interface SettingsBody {
  max_concurrency: number | null;
  retry_config: RetryConfig;
  schedule_config: ScheduleConfig | null;
  circuit_breaker: CircuitBreakerConfig;
}

/** The form does not show them; the API refuses a delay without a retry that uses it. */
const delaysOf = ({ keptDelaysSeconds, retries }: SettingsDraft): number[] | null => {
  const delays = keptDelaysSeconds?.slice(0, Number(retries)) ?? [];
  return delays.length > 0 ? delays : null;
};

export const toSettingsBody = (draft: SettingsDraft): SettingsBody => ({
  max_concurrency: draft.maxConcurrency === "" ? null : Number(draft.maxConcurrency),
  retry_config: {
    enabled: Number(draft.retries) > 0,
    max_retries: Number(draft.retries),
    retry_delay_seconds: Math.round(Number(draft.retryDelayMinutes) * 60),
    retry_delays_seconds: delaysOf(draft),
    retry_on_no_answer: draft.retryOn.no_answer,
    retry_on_voicemail: draft.retryOn.voicemail,
    retry_on_busy: draft.retryOn.busy,
  },
  schedule_config: draft.hasHours
    ? {
        enabled: true,
        timezone: draft.timezone,
        slots:
          draft.keptSlots ??
          draft.days.map((day_of_week) => ({ day_of_week, start_time: draft.from, end_time: draft.until })),
      }
    : null,
  circuit_breaker: { enabled: draft.hasBreaker },
});
