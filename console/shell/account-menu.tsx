import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { callApi } from "../api/client.ts";
import { sendPendingDecisions } from "../inbox/pending-decisions.ts";
import { Button } from "../ui/button.tsx";
import { CircleUser, ExternalLink, Languages, LogOut, Monitor, Moon, Sun, SunMoon, Wrench } from "../ui/icons.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { useHindrance } from "../ui/role.ts";
import { useAction } from "../ui/use-action.ts";
import { chooseLanguage, language } from "../words/language.ts";
import { words } from "../words/words.ts";
import { chooseTheme } from "./theme.ts";

export const AccountMenu = () => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const hindrance = useHindrance("owner");
  const logOut = useAction({
    run: async () => {
      await sendPendingDecisions();
      return callApi("POST /auth/logout");
    },
    onDone: async ({ log_out_url: address }) => {
      if (address !== null) return window.location.assign(address);
      await navigate({ to: "/sign-in" });
      queries.clear();
    },
  });
  return (
    <Menu
      trigger={
        <Button kind="quiet" label={words.shell.appearance}>
          <SunMoon aria-hidden />
        </Button>
      }
    >
      <MenuItem icon={<CircleUser aria-hidden />} onSelect={() => void navigate({ to: "/account" })}>
        {words.account.title}
      </MenuItem>
      {hindrance === undefined && (
        <MenuItem icon={<Wrench aria-hidden />} onSelect={() => void navigate({ to: "/installation" })}>
          {words.installation.title}
        </MenuItem>
      )}
      <MenuItem icon={<Sun aria-hidden />} onSelect={() => chooseTheme("light")}>
        {words.shell.light}
      </MenuItem>
      <MenuItem icon={<Moon aria-hidden />} onSelect={() => chooseTheme("dark")}>
        {words.shell.dark}
      </MenuItem>
      <MenuItem icon={<Monitor aria-hidden />} onSelect={() => chooseTheme(null)}>
        {words.shell.asSystem}
      </MenuItem>
      <MenuItem icon={<Languages aria-hidden />} onSelect={() => chooseLanguage(language === "en" ? "de" : "en")}>
        {language === "en" ? words.shell.inGerman : words.shell.inEnglish}
      </MenuItem>
      <MenuItem icon={<ExternalLink aria-hidden />} onSelect={() => void open("/docs/", "_blank", "noopener")}>
        {words.shell.apiPage}
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => logOut.mutate()}>
        {words.shell.logOut}
      </MenuItem>
    </Menu>
  );
};
