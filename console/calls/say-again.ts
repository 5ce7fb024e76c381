import { callApi } from "../api/client.ts";
import type { TextSession } from "../api/routes.ts";
import { words } from "../words/words.ts";

const ASK_EVERY_MS = 500;
/** The limit for each answer: two minutes, after which an agent hardly answers any more. */
const MOST_QUESTIONS = 240;

export interface SaidAgain {
  session: TextSession;
  /** Why not everything was said. */
  problem: unknown;
}

/**
 * Says the sentences in a new text test, until it ends, which may be sooner than in the call; when `leaving` aborts, the rest is
 * left unsaid. Like every test of the console it begins without variables, so that nothing names the person of the call to the
 * agent's tools.
 */
export const sayAgain = async (agentId: number, said: readonly string[], leaving: AbortSignal): Promise<SaidAgain> => {
  let session = await callApi("POST /workflows/{workflow_id}/text-chat/sessions", {
    params: { workflow_id: agentId },
    body: {},
  });
  const params = { workflow_id: agentId, run_id: session.workflow_run_id };
  try {
    session = await awaitAnswer(session, leaving);
    for (const text of said) {
      if (session.is_completed || leaving.aborted) break;
      const heard = await callApi("POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/messages", {
        params,
        body: { text },
      });
      session = await awaitAnswer(heard, leaving);
    }
    return { session, problem: null };
  } catch (error) {
    return { session, problem: error };
  }
};

const awaitAnswer = async (session: TextSession, leaving: AbortSignal): Promise<TextSession> => {
  const params = { workflow_id: session.workflow_id, run_id: session.workflow_run_id };
  let now = session;
  for (let asked = 0; now.session_data.status === "pending_assistant_turn"; asked += 1) {
    if (leaving.aborted) break;
    if (asked === MOST_QUESTIONS) throw new Error(words.calls.repeatUnanswered);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    now = await callApi("GET /workflows/{workflow_id}/text-chat/sessions/{run_id}", { params });
  }
  return now;
};
