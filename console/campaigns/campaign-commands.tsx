import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { buildUrl, callApi } from "../api/client.ts";
import type { Campaign, CampaignProgress } from "../api/routes.ts";
import { carriersQuery } from "../carriers/carrier-queries.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CheckField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Ban, Download, Ellipsis, History, Pause, Play, RotateCcw, Settings, ShieldCheck } from "../ui/icons.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { BackFill } from "./back-fill.tsx";
import { campaignKey } from "./campaign-queries.ts";
import { CampaignRecord } from "./campaign-record.tsx";
import { EditSettings } from "./edit-settings.tsx";
import { Forecast } from "./forecast.tsx";
import { Redial } from "./redial.tsx";

type Command = "start" | "unschedule" | "pause" | "resume" | "cancel" | "finish";
interface Order {
  command: Command;
  consent?: boolean;
}

const SAID: Record<Command, string> = {
  start: words.campaigns.saidStart,
  unschedule: words.campaigns.saidUnschedule,
  pause: words.campaigns.saidPause,
  resume: words.campaigns.saidResume,
  cancel: words.campaigns.saidCancel,
  finish: words.campaigns.saidFinish,
};

const useCommand = ({ id }: Campaign) => {
  const queries = useQueryClient();
  const params = { campaign_id: id };
  return useAction({
    run: ({ command, consent = false }: Order) =>
      command === "start"
        ? callApi("POST /campaigns/{campaign_id}/start", { params, body: { consent_attested: consent } })
        : callApi(`POST /campaigns/{campaign_id}/${command}`, { params }),
    said: (campaign, { command }) =>
      command === "start" && campaign.state === "scheduled" ? words.campaigns.saidSchedule : SAID[command],
    onDone: (campaign) => {
      queries.setQueryData(campaignKey(id), campaign);
      return queries.invalidateQueries({ queryKey: campaignKey(id) });
    },
  });
};

/** Shows the commands that the state allows; the stream's state is newer than the campaign's. */
export const CampaignCommands = ({ campaign, progress }: { campaign: Campaign; progress: CampaignProgress }) => {
  const { state } = progress;
  const order = useCommand(campaign);
  const [open, setOpen] = useState<
    "cancel" | "finish" | "redial" | "back-fill" | "settings" | "record" | "start" | null
  >(null);
  const close = () => setOpen(null);
  return (
    <>
      {state === "draft" && (
        <Button kind="primary" needs="operator" disabled={order.isPending} onClick={() => setOpen("start")}>
          <Play aria-hidden /> {words.campaigns.start}
        </Button>
      )}
      {state === "scheduled" && (
        <Button needs="operator" disabled={order.isPending} onClick={() => order.mutate({ command: "unschedule" })}>
          <Pause aria-hidden /> {words.campaigns.unschedule}
        </Button>
      )}
      {state === "running" && (
        <Button
          kind="primary"
          needs="operator"
          disabled={order.isPending}
          onClick={() => order.mutate({ command: "pause" })}
        >
          <Pause aria-hidden /> {order.isPending ? words.campaigns.pausing : words.campaigns.pause}
        </Button>
      )}
      {(state === "running" || state === "paused") && mayBeJoined(campaign) && (
        <Button needs="operator" disabled={order.isPending} onClick={() => setOpen("finish")}>
          {words.campaigns.finish}
        </Button>
      )}
      {(state === "paused" || state === "failed") && (
        <Button
          kind="primary"
          needs="operator"
          disabled={order.isPending}
          onClick={() => order.mutate({ command: "resume" })}
        >
          <Play aria-hidden /> {words.campaigns.resume}
        </Button>
      )}
      <MoreCommands campaign={campaign} state={state} onChoose={setOpen} />
      <Confirm
        isOpen={open === "cancel"}
        onClose={close}
        title={words.campaigns.cancelTitle(campaign.name)}
        text={words.campaigns.cancelText}
        action={words.campaigns.cancelAction}
        onConfirm={() => order.mutate({ command: "cancel" })}
      />
      <Confirm
        isOpen={open === "finish"}
        onClose={close}
        title={words.campaigns.finishTitle(campaign.name)}
        text={words.campaigns.finishText}
        action={words.campaigns.finish}
        onConfirm={() => order.mutate({ command: "finish" })}
      />
      <Dialog isOpen={open === "start"} onClose={close} title={words.campaigns.startTitle}>
        <Attest
          campaign={campaign}
          onStart={(consent) => order.mutate({ command: "start", consent }, { onSuccess: close })}
        />
      </Dialog>
      <Dialog isOpen={open === "redial"} onClose={close} title={words.campaigns.redialTitle}>
        <Redial campaign={campaign} onDone={close} />
      </Dialog>
      <Dialog isOpen={open === "back-fill"} onClose={close} title={words.campaigns.backFill}>
        <BackFill campaign={campaign} onDone={close} />
      </Dialog>
      <Dialog isOpen={open === "record"} onClose={close} title={words.campaigns.record}>
        <Suspense fallback={<p role="status">{words.shell.loading}</p>}>
          <CampaignRecord campaign={campaign} />
        </Suspense>
      </Dialog>
      <Dialog isOpen={open === "settings"} onClose={close} title={words.campaigns.settingsTitle}>
        <Suspense fallback={<p role="status">{words.shell.loading}</p>}>
          <EditSettings campaign={campaign} onDone={close} />
        </Suspense>
      </Dialog>
    </>
  );
};

const mayBeJoined = ({ enrolment, enrolment_ended_at: endedAt }: Campaign): boolean =>
  enrolment === "live" && endedAt === null;

interface MoreCommandsProps {
  campaign: Campaign;
  state: Campaign["state"];
  onChoose(dialog: "cancel" | "redial" | "back-fill" | "settings" | "record"): void;
}

const MoreCommands = ({ campaign, state, onChoose }: MoreCommandsProps) => {
  const report = (query: { format?: "csv" | "xlsx"; rows?: "contacts" }) =>
    location.assign(buildUrl("GET /campaigns/{campaign_id}/report", { params: { campaign_id: campaign.id }, query }));
  const hasBegun = state !== "draft" && state !== "scheduled";
  const canChange = !hasBegun || state === "paused";
  const isOver = state === "completed" || state === "canceled";
  const whyNotCancel = isOver ? words.campaigns.cancelOver : words.campaigns.cancelPausedOnly;
  const redialed = campaign.redialed_campaign_id === null ? undefined : words.campaigns.redialedOnce;
  return (
    <Menu
      trigger={
        <Button label={words.shell.more}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <MenuItem icon={<Download aria-hidden />} onSelect={() => report({ format: "csv" })}>
        {words.campaigns.reportCsv}
      </MenuItem>
      <MenuItem icon={<Download aria-hidden />} onSelect={() => report({ format: "xlsx" })}>
        {words.campaigns.reportXlsx}
      </MenuItem>
      <MenuItem icon={<Download aria-hidden />} onSelect={() => report({ rows: "contacts" })}>
        {words.campaigns.reportContacts}
      </MenuItem>
      <MenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => onChoose("record")}>
        {words.campaigns.record}
      </MenuItem>
      <MenuItem
        icon={<RotateCcw aria-hidden />}
        impossible={isOver ? redialed : words.campaigns.redialOverOnly}
        needs="operator"
        onSelect={() => onChoose("redial")}
      >
        {words.campaigns.redial}
      </MenuItem>
      <MenuItem
        icon={<History aria-hidden />}
        impossible={hasBegun ? undefined : words.campaigns.backFillDraft}
        needs="operator"
        onSelect={() => onChoose("back-fill")}
      >
        {words.campaigns.backFill}
      </MenuItem>
      <MenuItem
        icon={<Settings aria-hidden />}
        impossible={canChange ? undefined : words.campaigns.settingsPausedOnly}
        needs="operator"
        onSelect={() => onChoose("settings")}
      >
        {words.campaigns.editSettings}
      </MenuItem>
      <MenuItem
        icon={<Ban aria-hidden />}
        impossible={canChange || state === "failed" ? undefined : whyNotCancel}
        needs="operator"
        onSelect={() => onChoose("cancel")}
      >
        {words.campaigns.cancelIt}
      </MenuItem>
    </Menu>
  );
};

interface AttestProps {
  campaign: Campaign;
  onStart(consent: boolean): void;
}

/** The contacts of a file are unknown before its import, so nothing can be said of them. */
const Attest = ({ campaign, onStart }: AttestProps) => {
  const [isAttested, setAttested] = useState(false);
  const action =
    campaign.starts_at === null && campaign.recurrence === null ? words.campaigns.start : words.campaigns.schedule;
  return (
    <Form onSubmit={() => onStart(true)} action={action} isDisabled={!isAttested}>
      {campaign.source_type !== "csv" && (
        <Suspense fallback={<p role="status">{words.shell.loading}</p>}>
          <DraftForecast campaign={campaign} />
        </Suspense>
      )}
      <CheckField
        label={words.campaigns.attest}
        hint={words.campaigns.attestHint}
        isOn={isAttested}
        onChange={setAttested}
      />
    </Form>
  );
};

const DraftForecast = ({ campaign: { id, telephony_configuration_id: accountId } }: { campaign: Campaign }) => {
  const { data: accounts } = useSuspenseQuery(carriersQuery);
  const account = accounts.find((each) => each.id === accountId);
  return <Forecast campaignId={id} isSimulated={account?.provider === "simulator"} />;
};
