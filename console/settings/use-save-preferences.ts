import { type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { preferencesQuery, retentionQuery } from "../api/account.ts";
import { callApi } from "../api/client.ts";
import type { OrganizationPreferences, Routes } from "../api/routes.ts";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";

type Changes = Routes["PATCH /organizations/preferences"]["body"];

/** Saves some of the organization's preferences; the others stay as they are. */
export const useSavePreferences = (read: () => Changes): UseMutationResult<OrganizationPreferences, Error, void> => {
  const queries = useQueryClient();
  return useAction({
    run: () => callApi("PATCH /organizations/preferences", { body: read() }),
    said: words.shell.saved,
    onDone: (saved) => {
      queries.setQueryData(preferencesQuery.queryKey, saved);
      // How long things are kept is counted by the server.
      void queries.invalidateQueries({ queryKey: retentionQuery.queryKey });
    },
    isQuietOnRefusal: true,
  });
};
