import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { Campaign, CampaignProgress } from "../api/routes.ts";
import { describeDecision } from "../timeline/describe-decision.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { describeShortage, isBudgetOfCampaign } from "../ui/shortage-words.ts";
import { formatMoment } from "../words/format.ts";
import { sayReason } from "../words/say-refusal.ts";
import { words } from "../words/words.ts";
import { type BudgetWait, readBudgetWait } from "./budget-wait.ts";
import { formatClockTime } from "./campaign-dates.ts";
import { ChangeBudget } from "./change-budget.tsx";
import { useActors } from "./use-actors.ts";

interface CampaignReasonProps {
  campaign: Campaign;
  progress: CampaignProgress;
}

/** Shows why the campaign is not dialling, above everything else. Its budget can be raised from here. */
export const CampaignReason = ({ campaign, progress }: CampaignReasonProps) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Reason campaign={campaign} progress={progress} onRaise={() => setOpen(true)} />
      <Dialog isOpen={isOpen} onClose={close} title={words.campaigns.raiseTitle} text={words.campaigns.raiseText}>
        <Suspense fallback={<p role="status">{words.shell.loading}</p>}>
          <ChangeBudget campaign={campaign} onDone={close} />
        </Suspense>
      </Dialog>
    </>
  );
};

const Reason = ({ campaign, progress, onRaise }: CampaignReasonProps & { onRaise(): void }) => {
  const { state, waiting_until: until, budget_wait: shortage, daily_quota: quota } = progress;
  const { pause, failure_reason: failure } = campaign;
  const nameOf = useActors();
  if (state === "failed" && failure)
    return (
      <Notice tone="bad" title={words.campaigns.stoppedByItself} isUrgent>
        {sayReason(failure)}
      </Notice>
    );
  if (state === "paused" && pause?.event === "breaker_tripped")
    return (
      <Notice tone="bad" title={words.campaigns.pausedByItself} isUrgent>
        {describeDecision(pause)} ({formatMoment(pause.at)})
      </Notice>
    );
  if (state === "paused" && pause)
    return <Notice tone="warn" title={words.campaigns.pausedBy(nameOf(pause.actor), formatMoment(pause.at))} />;
  if (state === "scheduled" && until)
    return (
      <Notice tone="calm" title={words.campaigns.beginsTitle(formatMoment(until))}>
        {campaign.recurrence !== null
          ? words.campaigns.recurs
          : campaign.starts_at?.local
            ? words.campaigns.beginsByClock(formatClockTime(campaign.starts_at.local))
            : words.campaigns.beginsByItself}
      </Notice>
    );
  if (state === "running" && shortage)
    return <BudgetReason shortage={shortage} wait={readBudgetWait(progress)} onRaise={onRaise} />;
  if (state === "running" && quota?.is_spent && progress.remaining > 0)
    return (
      <Notice tone="calm" title={words.campaigns.waitsTitle(formatMoment(quota.renews_at))}>
        {words.campaigns.quotaSpent(quota.made, quota.limit)}
      </Notice>
    );
  if (state === "running" && until)
    return (
      <Notice tone="calm" title={words.campaigns.waitsTitle(formatMoment(until))}>
        {words.campaigns.waitsText}
      </Notice>
    );
  if (
    state === "running" &&
    campaign.enrolment === "live" &&
    campaign.enrolment_ended_at === null &&
    progress.remaining === 0
  )
    return (
      <Notice tone="calm" title={words.campaigns.awaitsTitle}>
        {words.campaigns.awaitsText}
      </Notice>
    );
  return null;
};

interface BudgetReasonProps {
  shortage: string;
  wait: BudgetWait | null;
  onRaise(): void;
}

/** Says which budget keeps it from dialling, until when, and where it is changed. */
const BudgetReason = ({ shortage, wait, onRaise }: BudgetReasonProps) => {
  const { budgetTitle, waitsTitle, waitEnds, toBudgets, raise } = words.campaigns;
  const isOwn = isBudgetOfCampaign(shortage);
  return (
    <Notice
      tone="warn"
      title={wait?.endsBy === "renewal" ? waitsTitle(formatMoment(wait.at)) : budgetTitle}
      {...(isOwn && {
        action: (
          <Button needs="operator" onClick={onRaise}>
            {raise}
          </Button>
        ),
      })}
    >
      {describeShortage(shortage)}. {wait && waitEnds[wait.endsBy]} {!isOwn && <Link to="/usage">{toBudgets}</Link>}
    </Notice>
  );
};
