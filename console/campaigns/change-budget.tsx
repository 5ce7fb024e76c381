import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { preferencesQuery } from "../api/account.ts";
import { callApi } from "../api/client.ts";
import type { Campaign } from "../api/routes.ts";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { campaignKey } from "./campaign-queries.ts";
import { toBudgetChange, toBudgetDraft } from "./settings-draft.ts";
import { BudgetFields } from "./settings-fields.tsx";

/** Changes the budget of a running campaign, which the API does only while it is paused: it pauses it and lets it dial on. */
export const ChangeBudget = ({ campaign, onDone }: { campaign: Campaign; onDone(): void }) => {
  const queries = useQueryClient();
  const { data: preferences } = useSuspenseQuery(preferencesQuery);
  const [draft, setDraft] = useState(() => toBudgetDraft(campaign.budget, preferences));
  const change = useAction({
    run: async () => {
      const params = { campaign_id: campaign.id };
      await callApi("POST /campaigns/{campaign_id}/pause", { params });
      try {
        await callApi("PATCH /campaigns/{campaign_id}", { params, body: toBudgetChange(draft) });
      } finally {
        await callApi("POST /campaigns/{campaign_id}/resume", { params });
      }
    },
    said: words.campaigns.raised,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: campaignKey(campaign.id) });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => change.mutate()}
      action={words.campaigns.raiseAction}
      needs="operator"
      isBusy={change.isPending}
      error={change.error}
    >
      <BudgetFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
    </Form>
  );
};
