import { Link, useLocation, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { callApi, Refusal } from "../api/client.ts";
import { GiveSecondFactor } from "../second-factor/asked-second-factor.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { EmailField } from "./email-field.tsx";
import styles from "./sign-in.module.css";
import { Frame, useEntry } from "./sign-in.tsx";

/** Returns the token of a mailed link, which is behind the `#`. */
const useToken = () => useLocation().hash;

const passwordFault = (error: unknown) =>
  error instanceof Refusal ? error.faults.find(({ loc }) => loc.includes("password"))?.msg : undefined;

interface WayOnProps {
  to: "/sign-in" | "/sign-up" | "/forgot-password";
  name: string;
}

/** Where to go from a link that is not valid any more. */
const WayOn = ({ to, name }: WayOnProps) => (
  <p className={styles.other}>
    <Link to={to}>{name}</Link>
  </p>
);

export const AcceptInvitation = () => {
  const token = useToken();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const enter = useEntry(undefined);
  const accept = useAction({
    run: () => callApi("POST /auth/accept-invitation", { body: { token, password, name: name || null, cookie: true } }),
    onDone: (answer) => {
      if ("user" in answer) enter();
    },
    isQuietOnRefusal: true,
  });
  if (accept.data && "second_factor_needed" in accept.data)
    return (
      <Frame title={words.secondFactor.giveTitle} text={words.secondFactor.giveText}>
        <GiveSecondFactor half={accept.data} onDone={enter} />
      </Frame>
    );
  return (
    <Frame title={words.shell.acceptTitle} text={words.shell.acceptText}>
      <Form
        isQuestion
        onSubmit={() => accept.mutate()}
        action={words.shell.accept}
        isBusy={accept.isPending}
        error={accept.error}
      >
        <TextField label={words.shell.name} value={name} onChange={setName} autoComplete="name" hasFocus />
        <TextField
          label={words.shell.password}
          hint={words.shell.acceptPasswordHint}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          fault={passwordFault(accept.error)}
          isRequired
        />
      </Form>
      <WayOn to="/sign-in" name={words.shell.logIn} />
    </Frame>
  );
};

/** Asks for the password, which proves that it is the person who signed up. */
export const ConfirmSignUp = () => {
  const token = useToken();
  const [password, setPassword] = useState("");
  const enter = useEntry(undefined);
  const confirm = useAction({
    run: () => callApi("POST /auth/confirm-signup", { body: { token, password, cookie: true } }),
    onDone: enter,
    isQuietOnRefusal: true,
  });
  return (
    <Frame title={words.shell.confirmTitle} text={words.shell.confirmText}>
      <Form
        isQuestion
        onSubmit={() => confirm.mutate()}
        action={words.shell.confirm}
        isBusy={confirm.isPending}
        error={confirm.error}
      >
        <TextField
          label={words.shell.password}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          fault={passwordFault(confirm.error)}
          isRequired
          hasFocus
        />
      </Form>
      <WayOn to="/sign-up" name={words.shell.signUp} />
    </Frame>
  );
};

/** Proves by the mailed link that a domain is the organization's. */
export const ConfirmDomain = () => {
  const token = useToken();
  const confirm = useAction({
    run: () => callApi("POST /auth/confirm-domain", { body: { token } }),
    isQuietOnRefusal: true,
  });
  const { data } = confirm;
  const text = data ? words.singleSignOn.confirmed(data.domain) : words.singleSignOn.confirmText;
  return (
    <Frame title={words.singleSignOn.confirmTitle} text={text}>
      {!data && (
        <Form
          isQuestion
          onSubmit={() => confirm.mutate()}
          action={words.singleSignOn.confirm}
          isBusy={confirm.isPending}
          error={confirm.error}
        >
          {null}
        </Form>
      )}
    </Frame>
  );
};

export const ResetPassword = () => {
  const token = useToken();
  const router = useRouter();
  const [password, setPassword] = useState("");
  const reset = useAction({
    run: () => callApi("POST /auth/reset-password", { body: { token, password } }),
    said: words.shell.resetDone,
    onDone: () => router.history.push("/console/sign-in"),
    isQuietOnRefusal: true,
  });
  return (
    <Frame title={words.shell.resetTitle} text={words.shell.resetText}>
      <Form
        isQuestion
        onSubmit={() => reset.mutate()}
        action={words.shell.reset}
        isBusy={reset.isPending}
        error={reset.error}
      >
        <TextField
          label={words.shell.newPassword}
          hint={words.shell.passwordHint}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          minLength={10}
          fault={passwordFault(reset.error)}
          isRequired
          hasFocus
        />
      </Form>
      <WayOn to="/forgot-password" name={words.shell.otherLink} />
    </Frame>
  );
};

export const ForgotPassword = () => {
  const [email, setEmail] = useState("");
  const forget = useAction({
    run: () => callApi("POST /auth/forgot-password", { body: { email } }),
    isQuietOnRefusal: true,
  });
  const answer = forget.data && (forget.data.mailed ? words.shell.forgotMailed : words.shell.forgotNoMail);
  return (
    <Frame title={words.shell.forgotTitle} text={answer ?? words.shell.forgotText}>
      {!answer && (
        <Form
          isQuestion
          onSubmit={() => forget.mutate()}
          action={words.shell.forgotSend}
          isBusy={forget.isPending}
          error={forget.error}
        >
          <EmailField value={email} onChange={setEmail} />
        </Form>
      )}
      <WayOn to="/sign-in" name={words.shell.logIn} />
    </Frame>
  );
};
