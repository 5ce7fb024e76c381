import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { EmbedToken } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CopyText } from "../ui/copy-text.tsx";
import { FieldRow, LongTextField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Stack } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./agents.module.css";

const tokensKey = (agentId: number) => ["agent", agentId, "embed-tokens"];

/** Lists an agent's talk buttons for external pages, with script and limits, and creates new ones. */
export const EmbedTokens = ({ agentId }: { agentId: number }) => {
  const { data } = useQuery({
    queryKey: tokensKey(agentId),
    queryFn: () => callApi("GET /workflows/{workflow_id}/embed-tokens", { params: { workflow_id: agentId } }),
  });
  return (
    <Stack>
      {data?.embed_tokens.length === 0 && <p>{words.agents.noEmbed}</p>}
      <ul className={styles.tokens}>
        {data?.embed_tokens.map((token) => (
          <li key={token.id}>
            <Token token={token} />
          </li>
        ))}
      </ul>
      <NewToken agentId={agentId} />
    </Stack>
  );
};

const Token = ({ token }: { token: EmbedToken }) => {
  const queries = useQueryClient();
  const revoke = useAction({
    run: () =>
      callApi("DELETE /workflows/{workflow_id}/embed-tokens/{token_id}", {
        params: { workflow_id: token.workflow_id, token_id: token.id },
      }),
    said: words.agents.embedRevoked,
    onDone: () => queries.invalidateQueries({ queryKey: tokensKey(token.workflow_id) }),
  });
  const minutes = token.max_minutes === null ? words.agents.noLimit : formatWhole(token.max_minutes);
  return (
    <>
      <p className={styles.tokenHead}>
        <strong>{token.name}</strong>
        {token.revoked_at !== null && <Badge tone="calm">{words.agents.embedOver}</Badge>}
        {token.revoked_at === null && (
          <Button
            needs="admin"
            aria-label={`${words.agents.embedRevoke}: ${token.name}`}
            disabled={revoke.isPending}
            onClick={() => revoke.mutate()}
          >
            {words.agents.embedRevoke}
          </Button>
        )}
      </p>
      <p>
        {token.allowed_origins.join(", ")} · {words.agents.embedUsed(formatWhole(token.minutes_used), minutes)}
      </p>
      {token.revoked_at === null && (
        <CopyText label={`${words.agents.embedScript}: ${token.name}`} value={token.embed_script} />
      )}
    </>
  );
};

const NewToken = ({ agentId }: { agentId: number }) => {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [origins, setOrigins] = useState("");
  const [minutes, setMinutes] = useState("");
  const [atATime, setAtATime] = useState("5");
  const create = useAction({
    run: () =>
      callApi("POST /workflows/{workflow_id}/embed-tokens", {
        params: { workflow_id: agentId },
        body: {
          name,
          allowed_origins: origins.split(/\s+/).filter((origin) => origin !== ""),
          max_minutes: minutes === "" ? null : Number(minutes),
          max_concurrent: atATime === "" ? null : Number(atATime),
        },
      }),
    said: words.shell.saved,
    onDone: async () => {
      setName("");
      setOrigins("");
      await queries.invalidateQueries({ queryKey: tokensKey(agentId) });
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => create.mutate()}
      action={words.agents.embedNew}
      needs="admin"
      isBusy={create.isPending}
      error={create.error}
    >
      <TextField label={words.agents.name} value={name} onChange={setName} maxLength={255} isRequired />
      <LongTextField
        label={words.agents.embedOrigins}
        hint={words.agents.embedOriginsHint}
        value={origins}
        onChange={setOrigins}
        rows={2}
        isRequired
      />
      <FieldRow>
        <TextField label={words.agents.embedAtATime} type="number" min={1} value={atATime} onChange={setAtATime} />
        <TextField label={words.agents.embedMinutes} type="number" min={1} value={minutes} onChange={setMinutes} />
      </FieldRow>
    </Form>
  );
};
