import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { preferencesQuery } from "../api/account.ts";
import { callApi } from "../api/client.ts";
import type { Campaign } from "../api/routes.ts";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { campaignKey } from "./campaign-queries.ts";
import { toSettings, toSettingsChanges } from "./settings-draft.ts";
import { SettingsFields } from "./settings-fields.tsx";

export const EditSettings = ({ campaign, onDone }: { campaign: Campaign; onDone(): void }) => {
  const queries = useQueryClient();
  const { data: preferences } = useSuspenseQuery(preferencesQuery);
  const [name, setName] = useState(campaign.name);
  const [draft, setDraft] = useState(() => toSettings(campaign, preferences));
  const hasBegun = campaign.started_at !== null;
  const save = useAction({
    run: () =>
      callApi("PATCH /campaigns/{campaign_id}", {
        params: { campaign_id: campaign.id },
        body: { name, ...toSettingsChanges(draft, { hasBegun }) },
      }),
    said: words.shell.saved,
    onDone: (changed) => {
      queries.setQueryData(campaignKey(campaign.id), changed);
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form onSubmit={() => save.mutate()} action={words.shell.save} isBusy={save.isPending} error={save.error}>
      <TextField label={words.campaigns.name} value={name} onChange={setName} maxLength={255} isRequired />
      <SettingsFields draft={draft} hasBegun={hasBegun} onChange={setDraft} />
    </Form>
  );
};
