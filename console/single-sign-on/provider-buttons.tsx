import { useQuery } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import { chooseButtonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { words } from "../words/words.ts";

const ADDRESS = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** The identity providers of the address that was typed, each a way in besides the password. */
export const ProviderButtons = ({ email, to }: { email: string; to: string | undefined }) => {
  const settled = useSettled(email);
  const { data } = useQuery({
    queryKey: ["ways-in", settled],
    queryFn: () => callApi("POST /auth/ways-in", { body: { email: settled } }),
    enabled: ADDRESS.test(settled),
  });
  return (
    <div aria-live="polite">
      {data?.providers.map(({ organization_id: id, name, start_url: url }) => (
        <a key={id} className={chooseButtonClass("primary")} href={to ? `${url}&to=${encodeURIComponent(to)}` : url}>
          {words.singleSignOn.signInBy(name)}
        </a>
      ))}
    </div>
  );
};

const { faults } = words.singleSignOn;
const isFault = (text: string): text is keyof typeof faults => Object.hasOwn(faults, text);

/** Says why a sign-in by the provider came to nothing, and what to do. */
export const ProviderFault = ({ fault }: { fault: string }) => {
  const text = faults[isFault(fault) ? fault : "provider_refused"];
  return (
    <Notice tone="bad" title={words.singleSignOn.notSignedIn} isUrgent>
      {text}
    </Notice>
  );
};
