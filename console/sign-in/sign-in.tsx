import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { healthQuery } from "../api/account.ts";
import { callApi, Refusal } from "../api/client.ts";
import { abandonRenewal } from "../api/session-renewal.ts";
import { GiveSecondFactor } from "../second-factor/asked-second-factor.tsx";
import { ProviderButtons, ProviderFault } from "../single-sign-on/provider-buttons.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { EmailField } from "./email-field.tsx";
import styles from "./sign-in.module.css";

/** Returns the function that opens the page that the person wanted, in this console only. */
export const useEntry = (to: string | undefined) => {
  const queries = useQueryClient();
  const router = useRouter();
  return () => {
    abandonRenewal();
    queries.clear();
    router.history.push(to?.startsWith("/console/") ? to : "/console/");
  };
};

export const LogIn = () => {
  const { to, fault } = getRouteApi("/sign-in").useSearch();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { data: health } = useQuery(healthQuery);
  const enter = useEntry(to);
  const logIn = useAction({
    run: () => callApi("POST /auth/login", { body: { email, password, cookie: true } }),
    onDone: (answer) => {
      if ("user" in answer) enter();
    },
    isQuietOnRefusal: true,
  });
  if (logIn.data && "second_factor_needed" in logIn.data)
    return (
      <Frame title={words.secondFactor.giveTitle} text={words.secondFactor.giveText}>
        <GiveSecondFactor half={logIn.data} onDone={enter} />
        <Button kind="quiet" onClick={logIn.reset}>
          {words.shell.otherLogIn}
        </Button>
      </Frame>
    );
  return (
    <Frame title={words.shell.logInTitle}>
      {fault && <ProviderFault fault={fault} />}
      <Form
        isQuestion
        onSubmit={() => logIn.mutate()}
        action={words.shell.logIn}
        isBusy={logIn.isPending}
        error={logIn.error}
      >
        <EmailField value={email} onChange={setEmail} />
        <ProviderButtons email={email} to={to} />
        <TextField
          label={words.shell.password}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          isRequired
        />
      </Form>
      <p className={styles.other}>
        <Link to="/forgot-password">{words.shell.forgotLink}</Link>
      </p>
      {health?.signup_enabled && (
        <p className={styles.other}>
          {words.shell.noAccount}{" "}
          <Link to="/sign-up" search={to ? { to } : {}}>
            {words.shell.signUp}
          </Link>
        </p>
      )}
    </Frame>
  );
};

export const SignUp = () => {
  const { to } = getRouteApi("/sign-up").useSearch();
  const [fields, setFields] = useState({ name: "", organization: "", email: "", password: "" });
  const enter = useEntry(to);
  const signUp = useAction({
    run: () =>
      callApi("POST /auth/signup", {
        body: {
          email: fields.email,
          password: fields.password,
          name: fields.name || null,
          organization_name: fields.organization || null,
          cookie: true,
        },
      }),
    onDone: (answer) => {
      if ("user" in answer) enter();
    },
    isQuietOnRefusal: true,
  });
  if (signUp.data && "mailed" in signUp.data)
    return <Frame title={words.shell.signUpTitle} text={words.shell.signUpMailed} />;
  const faultOf = (name: string) =>
    signUp.error instanceof Refusal ? signUp.error.faults.find(({ loc }) => loc.includes(name))?.msg : undefined;
  const set = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  return (
    <Frame title={words.shell.signUpTitle} text={words.shell.signUpText}>
      <Form
        isQuestion
        onSubmit={() => signUp.mutate()}
        action={words.shell.signUp}
        isBusy={signUp.isPending}
        error={signUp.error}
      >
        <TextField label={words.shell.name} value={fields.name} onChange={set("name")} autoComplete="name" hasFocus />
        <TextField
          label={words.shell.organizationName}
          value={fields.organization}
          onChange={set("organization")}
          autoComplete="organization"
        />
        <TextField
          label={words.shell.email}
          type="email"
          value={fields.email}
          onChange={set("email")}
          autoComplete="username"
          fault={faultOf("email")}
          isRequired
        />
        <TextField
          label={words.shell.password}
          hint={words.shell.passwordHint}
          type="password"
          value={fields.password}
          onChange={set("password")}
          autoComplete="new-password"
          minLength={10}
          fault={faultOf("password")}
          isRequired
        />
      </Form>
      <p className={styles.other}>
        {words.shell.haveAccount}{" "}
        <Link to="/sign-in" search={to ? { to } : {}}>
          {words.shell.logIn}
        </Link>
      </p>
    </Frame>
  );
};

export const Frame = ({ title, text, children }: { title: string; text?: string; children?: React.ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · Ringdown`;
  }, [title]);
  return (
    <main className={styles.frame}>
      <div className={styles.box}>
        <img src="/console/icon.svg" alt="" width={40} height={40} />
        <h1>{title}</h1>
        {/* It changes to the answer, which then has to be said. */}
        {text && (
          <p className={styles.text} aria-live="polite">
            {text}
          </p>
        )}
        {children}
      </div>
    </main>
  );
};
