import type { UseMutationResult } from "@tanstack/react-query";
import { useRef } from "react";
import { callApi } from "../api/client.ts";
import { useAction } from "../ui/use-action.ts";
import { type SettingsDraft, toSettingsBody, toSettingsChanges } from "./settings-draft.ts";

/** The choices for a new campaign so far; ids are text, as in the form's options. */
export interface Draft {
  name: string;
  listId: string;
  agentId: string;
  accountId: string;
  settings: SettingsDraft;
}

/** Identifies a draft by its contacts, agent and account, which cannot be changed: another choice makes another campaign. */
const whoOf = ({ listId, agentId, accountId }: Draft): string => [listId, agentId, accountId].join(" ");

/** Saves the choices as a draft campaign, so that its forecast can be shown. */
export const useKeptDraft = (): UseMutationResult<number, Error, Draft> => {
  const made = useRef<{ id: number; who: string } | null>(null);
  return useAction({
    run: async (draft: Draft) => {
      const { name, settings } = draft;
      const before = made.current;
      if (before?.who === whoOf(draft)) {
        await callApi("PATCH /campaigns/{campaign_id}", {
          params: { campaign_id: before.id },
          body: { name, ...toSettingsChanges(settings) },
        });
        return before.id;
      }
      const { id } = await callApi("POST /campaigns/create", {
        body: {
          name,
          workflow_id: Number(draft.agentId),
          contact_list_id: Number(draft.listId),
          telephony_configuration_id: Number(draft.accountId),
          ...toSettingsBody(settings),
        },
      });
      made.current = { id, who: whoOf(draft) };
      if (before) await callApi("POST /campaigns/{campaign_id}/cancel", { params: { campaign_id: before.id } });
      return id;
    },
    isQuietOnRefusal: true,
  });
};
