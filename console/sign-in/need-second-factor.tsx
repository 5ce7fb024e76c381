import { callApi } from "../api/client.ts";
import { SecondFactorSettings } from "../second-factor/second-factor.tsx";
import { Button } from "../ui/button.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { Frame, useEntry } from "./sign-in.tsx";

/** Where a member is led who has to set up a second factor before anything else. */
export const NeedSecondFactor = () => {
  const enter = useEntry(undefined);
  const leave = useEntry("/console/sign-in");
  const logOut = useAction({ run: () => callApi("POST /auth/logout"), onDone: leave });
  return (
    <Frame title={words.secondFactor.title}>
      <SecondFactorSettings onSetUp={enter} />
      <Button kind="quiet" onClick={() => logOut.mutate()}>
        {words.shell.logOut}
      </Button>
    </Frame>
  );
};
