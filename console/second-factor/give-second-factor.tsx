import { startAuthentication } from "@simplewebauthn/browser";
import { useState } from "react";
import { type Answer, callApi } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { isForAnswering } from "./passkey-options.ts";

/** What the API answers to a right password of somebody with a second factor. */
export type HalfLogIn = Extract<Answer<"POST /auth/login">, { second_factor_needed: true }>;

const { secondFactor } = words;

/** Asks for a code of the app or a recovery code, or has the browser ask for the passkey. */
export const GiveSecondFactor = ({ half, onDone }: { half: HalfLogIn; onDone(): void }) => {
  const takesApp = half.methods.includes("app");
  const [isRecovering, setRecovering] = useState(false);
  const [code, setCode] = useState("");
  const prove = useAction({
    run: (given: object) =>
      callApi("POST /auth/second-factor", { body: { token: half.token, cookie: true, ...given } }),
    onDone,
    isQuietOnRefusal: true,
    savesNothing: true,
  });
  const usePasskey = useAction({
    run: async () => {
      const passkey = await answerByPasskey(half.passkey_options);
      return callApi("POST /auth/second-factor", { body: { token: half.token, cookie: true, passkey } });
    },
    onDone,
    isQuietOnRefusal: true,
    savesNothing: true,
  });
  const asksForCode = takesApp || isRecovering;
  return (
    <>
      {half.methods.includes("passkey") && (
        <Form
          isQuestion
          onSubmit={() => usePasskey.mutate()}
          action={secondFactor.usePasskey}
          isBusy={usePasskey.isPending}
          error={usePasskey.error}
        >
          {null}
        </Form>
      )}
      {asksForCode && (
        <Form
          isQuestion
          onSubmit={() => prove.mutate(isRecovering ? { recovery_code: code } : { code })}
          action={words.shell.logIn}
          isBusy={prove.isPending}
          error={prove.error}
        >
          <TextField
            label={isRecovering ? secondFactor.recoveryCode : secondFactor.code}
            hint={isRecovering ? secondFactor.recoveryCodeHint : secondFactor.codeHint}
            value={code}
            onChange={setCode}
            autoComplete={isRecovering ? "off" : "one-time-code"}
            isRequired
            hasFocus
          />
        </Form>
      )}
      {half.methods.includes("recovery_code") && !isRecovering && (
        <Button
          kind="quiet"
          onClick={() => {
            setCode("");
            setRecovering(true);
          }}
        >
          {secondFactor.useRecoveryCode}
        </Button>
      )}
    </>
  );
};

/** A browser's own error is in its language and names no way on. */
const answerByPasskey = async (optionsJSON: unknown) => {
  try {
    if (!isForAnswering(optionsJSON)) throw new TypeError("The API gave no options of passkeys");
    return { ...(await startAuthentication({ optionsJSON })), clientExtensionResults: {} };
  } catch (cause) {
    throw new Error(secondFactor.passkeyFailed, { cause });
  }
};
