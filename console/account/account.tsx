import { useSuspenseQuery } from "@tanstack/react-query";
import { accountQuery } from "../api/account.ts";
import { SecondFactorSettings } from "../second-factor/second-factor.tsx";
import { Card } from "../ui/card.tsx";
import { Facts, Page } from "../ui/page.tsx";
import { words } from "../words/words.ts";
import { ChangePassword } from "./change-password.tsx";
import { Programs } from "./programs.tsx";
import { Sessions } from "./sessions.tsx";

/** Shows what belongs to the person and not to the organization. */
export const YourAccount = () => {
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <Page title={words.account.title} isNarrow>
      <Card title={words.account.you}>
        <Facts
          facts={[
            [words.shell.name, account.name ?? account.email],
            [words.shell.email, account.email],
            [words.team.role, words.team.roleNames[account.role]],
          ]}
        />
      </Card>
      <Card title={words.account.changePassword}>
        <ChangePassword email={account.email} />
      </Card>
      <Card title={words.secondFactor.title}>
        <SecondFactorSettings />
      </Card>
      <Sessions />
      <Programs />
    </Page>
  );
};
