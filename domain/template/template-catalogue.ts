import { appointmentReminder } from "./catalogue/appointment-reminder/appointment-reminder.ts";
import { clinicIntake } from "./catalogue/clinic-intake/clinic-intake.ts";
import { debtReminder } from "./catalogue/debt-reminder/debt-reminder.ts";
import { deliverySlot } from "./catalogue/delivery-slot/delivery-slot.ts";
import { eventInvitation } from "./catalogue/event-invitation/event-invitation.ts";
import { itHelpDesk } from "./catalogue/it-help-desk/it-help-desk.ts";
import { leadQualification } from "./catalogue/lead-qualification/lead-qualification.ts";
import { missedCallCallback } from "./catalogue/missed-call-callback/missed-call-callback.ts";
import { orderStatus } from "./catalogue/order-status/order-status.ts";
import { propertyViewing } from "./catalogue/property-viewing/property-viewing.ts";
import { restaurantBooking } from "./catalogue/restaurant-booking/restaurant-booking.ts";
import { satisfactionSurvey } from "./catalogue/satisfaction-survey/satisfaction-survey.ts";
import { type Template, template } from "./template.ts";

/** Every template of the catalogue, checked when the process starts. */
export const templates: readonly Template[] = [
  appointmentReminder,
  clinicIntake,
  debtReminder,
  deliverySlot,
  eventInvitation,
  itHelpDesk,
  leadQualification,
  missedCallCallback,
  orderStatus,
  propertyViewing,
  restaurantBooking,
  satisfactionSurvey,
].map((each) => template.parse(each));

export const findTemplate = (id: string): Template | undefined => templates.find((each) => each.id === id);
