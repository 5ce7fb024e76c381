import type { ReactNode } from "react";
import { CircleCheck, TriangleAlert } from "./icons.ts";
import styles from "./notice.module.css";

interface NoticeProps {
  tone: "good" | "warn" | "bad" | "calm";
  title: string;
  /** True to be announced at once by screen readers. */
  isUrgent?: boolean;
  /** The button with which a person ends what the notice says. */
  action?: ReactNode;
  children?: ReactNode;
}

export const Notice = ({ tone, title, isUrgent = false, action, children }: NoticeProps) => (
  <div className={styles.notice} role={isUrgent ? "alert" : "note"} data-tone={tone}>
    {tone === "good" ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
    <div className={styles.said}>
      <strong>{title}</strong>
      {children && <div>{children}</div>}
    </div>
    {action}
  </div>
);
