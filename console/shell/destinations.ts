import type { LinkProps } from "@tanstack/react-router";
import {
  Bot,
  BrainCircuit,
  Cable,
  CalendarDays,
  ChartColumn,
  ChartLine,
  FileText,
  FlaskConical,
  History,
  House,
  Inbox,
  KeyRound,
  LayoutGrid,
  LockKeyhole,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  MessageSquareText,
  PhoneCall,
  PhoneOff,
  Settings,
  Store,
  Users,
  Webhook,
  Wrench,
} from "../ui/icons.ts";
import { words } from "../words/words.ts";

export interface Destination {
  name: string;
  icon: LucideIcon;
  to: LinkProps["to"];
}

const { shell } = words;

/** The destinations of the side bar and the palette. */
export const DESTINATIONS: readonly { title: string; places: readonly Destination[] }[] = [
  {
    title: shell.operate,
    places: [
      { name: shell.home, icon: House, to: "/" },
      { name: shell.inbox, icon: Inbox, to: "/inbox" },
      { name: shell.channels, icon: MessageCircle, to: "/channels" },
      { name: shell.campaigns, icon: Megaphone, to: "/campaigns" },
      { name: shell.calendar, icon: CalendarDays, to: "/calendar" },
      { name: shell.calls, icon: PhoneCall, to: "/calls" },
      { name: shell.texts, icon: MessageSquareText, to: "/texts" },
      { name: shell.analytics, icon: ChartLine, to: "/analytics" },
      { name: shell.contacts, icon: Users, to: "/contacts" },
      { name: shell.doNotCall, icon: PhoneOff, to: "/do-not-call" },
    ],
  },
  {
    title: shell.build,
    places: [
      { name: shell.agents, icon: Bot, to: "/agents" },
      { name: shell.marketplace, icon: Store, to: "/marketplace" },
      { name: shell.tools, icon: Wrench, to: "/tools" },
      { name: shell.documents, icon: FileText, to: "/documents" },
    ],
  },
  {
    title: shell.organization,
    places: [
      { name: shell.keys, icon: KeyRound, to: "/keys" },
      { name: shell.carriers, icon: Cable, to: "/carriers" },
      { name: shell.models, icon: BrainCircuit, to: "/models" },
      { name: shell.team, icon: Users, to: "/team" },
      { name: shell.audit, icon: History, to: "/audit" },
      { name: shell.webhooks, icon: Webhook, to: "/webhooks" },
      { name: shell.connectors, icon: LayoutGrid, to: "/connectors" },
      { name: shell.credentials, icon: LockKeyhole, to: "/credentials" },
      { name: shell.usage, icon: ChartColumn, to: "/usage" },
      { name: shell.sandbox, icon: FlaskConical, to: "/sandbox" },
      { name: shell.settings, icon: Settings, to: "/settings" },
    ],
  },
];
