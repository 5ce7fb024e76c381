import { useNavigate } from "@tanstack/react-router";
import { callApi } from "../api/client.ts";
import type { Run, TextSession, Transcript } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { MessageCircle } from "../ui/icons.ts";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";

interface RepeatInTextProps {
  call: Run;
  entries: Transcript["entries"];
}

/** Says what the person said once more, to the agent as it is now, and opens that test in text beside its graph. */
export const RepeatInText = ({ call, entries }: RepeatInTextProps) => {
  const navigate = useNavigate();
  const said = entries.filter(({ speaker }) => speaker === "person").map(({ heard, text }) => heard ?? text);
  const repeat = useAction({
    run: () => sayAgain(call, said),
    onDone: ({ workflow_run_id: test }) =>
      navigate({ to: "/agents/$agentId", params: { agentId: call.workflow_id }, search: { test } }),
  });
  return (
    <Button needs="operator" disabled={repeat.isPending || said.length === 0} onClick={() => repeat.mutate()}>
      <MessageCircle aria-hidden /> {repeat.isPending ? words.calls.repeating : words.calls.repeatInText}
    </Button>
  );
};

const ASK_EVERY_MS = 500;

/** Has the conversation in text, as far as it goes: the agent may end it sooner than it did in the call. */
const sayAgain = async (call: Run, said: readonly string[]): Promise<TextSession> => {
  let session = await answered(
    await callApi("POST /workflows/{workflow_id}/text-chat/sessions", {
      params: { workflow_id: call.workflow_id },
      body: { initial_context: call.initial_context },
    }),
  );
  const params = { workflow_id: call.workflow_id, run_id: session.workflow_run_id };
  for (const text of said) {
    if (session.is_completed) break;
    session = await answered(
      await callApi("POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/messages", { params, body: { text } }),
    );
  }
  return session;
};

/** Waits until the agent has answered. */
const answered = async (session: TextSession): Promise<TextSession> => {
  const params = { workflow_id: session.workflow_id, run_id: session.workflow_run_id };
  let now = session;
  while (now.session_data.status === "pending_assistant_turn") {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    now = await callApi("GET /workflows/{workflow_id}/text-chat/sessions/{run_id}", { params });
  }
  return now;
};
