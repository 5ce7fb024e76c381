// Written by the test of the played templates, with UPDATE_PLAYED_CALLS=1: the course of each template's sample calls on the
// built-in model. The test fails when a template says something else.
import type { PlayedCalls } from "./played-line.ts";

export const PLAYED_CALLS: Readonly<Record<string, PlayedCalls>> = {
  "appointment-reminder en-US": {
    "They come": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. I am calling about your appointment in the next days. Will you come?",
        step: "Reminder",
      },
      {
        speaker: "person",
        text: "Yes, I will come.",
        step: "Reminder",
      },
      {
        speaker: "agent",
        text: "Thank you. We look forward to seeing you. Goodbye.",
        step: "Goodbye",
      },
    ],
    "They come on another day": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. I am calling about your appointment in the next days. Will you come?",
        step: "Reminder",
      },
      {
        speaker: "person",
        text: "I have to reschedule, another day please.",
        step: "Reminder",
      },
      {
        speaker: "agent",
        text: "Thank you. May I ask which day suits you, within the office hours?",
        step: "Another day",
      },
      {
        speaker: "person",
        text: "My new day is Friday.",
        step: "Another day",
      },
      {
        speaker: "agent",
        text: "Thank you. We look forward to seeing you. Goodbye.",
        step: "Goodbye",
      },
    ],
    "They do not come": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. I am calling about your appointment in the next days. Will you come?",
        step: "Reminder",
      },
      {
        speaker: "person",
        text: "Please cancel it.",
        step: "Reminder",
      },
      {
        speaker: "agent",
        text: "Thank you for telling us. The appointment is canceled. Goodbye.",
        step: "Canceled",
      },
    ],
  },
  "appointment-reminder de-DE": {
    "Sie kommen": [
      {
        speaker: "agent",
        text: "Guten Tag, hier ist Robin von Example & Co. Es geht um Ihren Termin demnächst. Kommen Sie?",
        step: "Erinnerung",
      },
      {
        speaker: "person",
        text: "Ja, ich komme gern.",
        step: "Erinnerung",
      },
      {
        speaker: "agent",
        text: "Vielen Dank. Wir freuen uns auf Sie. Auf Wiederhören.",
        step: "Abschied",
      },
    ],
    "Sie kommen an einem anderen Tag": [
      {
        speaker: "agent",
        text: "Guten Tag, hier ist Robin von Example & Co. Es geht um Ihren Termin demnächst. Kommen Sie?",
        step: "Erinnerung",
      },
      {
        speaker: "person",
        text: "Ich muss ihn verschieben.",
        step: "Erinnerung",
      },
      {
        speaker: "agent",
        text: "Vielen Dank. Haben Sie dazu eine Frage?",
        step: "Anderer Tag",
      },
      {
        speaker: "person",
        text: "Neuer Tag, new_day: Freitag.",
        step: "Anderer Tag",
      },
      {
        speaker: "agent",
        text: "Vielen Dank. Wir freuen uns auf Sie. Auf Wiederhören.",
        step: "Abschied",
      },
    ],
    "Sie kommen nicht": [
      {
        speaker: "agent",
        text: "Guten Tag, hier ist Robin von Example & Co. Es geht um Ihren Termin demnächst. Kommen Sie?",
        step: "Erinnerung",
      },
      {
        speaker: "person",
        text: "Ich muss leider absagen.",
        step: "Erinnerung",
      },
      {
        speaker: "agent",
        text: "Danke für die Nachricht. Der Termin ist gestrichen. Auf Wiederhören.",
        step: "Abgesagt",
      },
    ],
  },
  "appointment-reminder es-ES": {
    Vendrá: [
      {
        speaker: "agent",
        text: "Hola, soy Robin de Example & Co. Llamo por su cita próxima. ¿Vendrá usted?",
        step: "Recordatorio",
      },
      {
        speaker: "person",
        text: "Sí, iré con gusto.",
        step: "Recordatorio",
      },
      {
        speaker: "agent",
        text: "Muchas gracias. Le esperamos. Adiós.",
        step: "Despedida",
      },
    ],
    "Vendrá otro día": [
      {
        speaker: "agent",
        text: "Hola, soy Robin de Example & Co. Llamo por su cita próxima. ¿Vendrá usted?",
        step: "Recordatorio",
      },
      {
        speaker: "person",
        text: "Necesito cambiar la fecha.",
        step: "Recordatorio",
      },
      {
        speaker: "agent",
        text: "Muchas gracias. ¿Tiene alguna pregunta?",
        step: "Otro día",
      },
      {
        speaker: "person",
        text: "El nuevo día, new_day: viernes.",
        step: "Otro día",
      },
      {
        speaker: "agent",
        text: "Muchas gracias. Le esperamos. Adiós.",
        step: "Despedida",
      },
    ],
    "No vendrá": [
      {
        speaker: "agent",
        text: "Hola, soy Robin de Example & Co. Llamo por su cita próxima. ¿Vendrá usted?",
        step: "Recordatorio",
      },
      {
        speaker: "person",
        text: "Quiero cancelar, por favor.",
        step: "Recordatorio",
      },
      {
        speaker: "agent",
        text: "Gracias por avisar. La cita queda cancelada. Adiós.",
        step: "Cancelada",
      },
    ],
  },
  "appointment-reminder fr-FR": {
    "Elle vient": [
      {
        speaker: "agent",
        text: "Bonjour, ici Robin de Example & Co. J'appelle pour votre rendez-vous prochain. Viendrez-vous ?",
        step: "Rappel",
      },
      {
        speaker: "person",
        text: "Oui, je viendrai volontiers.",
        step: "Rappel",
      },
      {
        speaker: "agent",
        text: "Merci beaucoup. À bientôt. Au revoir.",
        step: "Au revoir",
      },
    ],
    "Elle vient un autre jour": [
      {
        speaker: "agent",
        text: "Bonjour, ici Robin de Example & Co. J'appelle pour votre rendez-vous prochain. Viendrez-vous ?",
        step: "Rappel",
      },
      {
        speaker: "person",
        text: "Je dois le déplacer.",
        step: "Rappel",
      },
      {
        speaker: "agent",
        text: "Merci beaucoup. Avez-vous une question ?",
        step: "Autre jour",
      },
      {
        speaker: "person",
        text: "Le nouveau jour, new_day: vendredi.",
        step: "Autre jour",
      },
      {
        speaker: "agent",
        text: "Merci beaucoup. À bientôt. Au revoir.",
        step: "Au revoir",
      },
    ],
    "Elle ne vient pas": [
      {
        speaker: "agent",
        text: "Bonjour, ici Robin de Example & Co. J'appelle pour votre rendez-vous prochain. Viendrez-vous ?",
        step: "Rappel",
      },
      {
        speaker: "person",
        text: "Je voudrais annuler.",
        step: "Rappel",
      },
      {
        speaker: "agent",
        text: "Merci de nous prévenir. Le rendez-vous est annulé. Au revoir.",
        step: "Annulé",
      },
    ],
  },
  "appointment-reminder hi-IN": {
    "वे आएँगे": [
      {
        speaker: "agent",
        text: "नमस्ते, मैं Example & Co से Robin बोल रहा हूँ। आपके अपॉइंटमेंट जल्द के बारे में फ़ोन किया है। क्या आप आएँगे?",
        step: "याद",
      },
      {
        speaker: "person",
        text: "जी, पुष्टि कर दीजिए।",
        step: "याद",
      },
      {
        speaker: "agent",
        text: "धन्यवाद। हम आपका इंतज़ार करेंगे। नमस्ते।",
        step: "विदा",
      },
    ],
    "वे दूसरे दिन आएँगे": [
      {
        speaker: "agent",
        text: "नमस्ते, मैं Example & Co से Robin बोल रहा हूँ। आपके अपॉइंटमेंट जल्द के बारे में फ़ोन किया है। क्या आप आएँगे?",
        step: "याद",
      },
      {
        speaker: "person",
        text: "मुझे दूसरा दिन चाहिए।",
        step: "याद",
      },
      {
        speaker: "agent",
        text: "धन्यवाद। क्या आपका कोई सवाल है?",
        step: "दूसरा दिन",
      },
      {
        speaker: "person",
        text: "नया दिन, new_day: शुक्रवार",
        step: "दूसरा दिन",
      },
      {
        speaker: "agent",
        text: "धन्यवाद। हम आपका इंतज़ार करेंगे। नमस्ते।",
        step: "विदा",
      },
    ],
    "वे नहीं आएँगे": [
      {
        speaker: "agent",
        text: "नमस्ते, मैं Example & Co से Robin बोल रहा हूँ। आपके अपॉइंटमेंट जल्द के बारे में फ़ोन किया है। क्या आप आएँगे?",
        step: "याद",
      },
      {
        speaker: "person",
        text: "कृपया इसे रद्द कर दीजिए।",
        step: "याद",
      },
      {
        speaker: "agent",
        text: "बताने के लिए धन्यवाद। अपॉइंटमेंट रद्द कर दिया गया है। नमस्ते।",
        step: "रद्द",
      },
    ],
  },
  "clinic-intake en-US": {
    "A first visit": [
      {
        speaker: "agent",
        text: "This is Robin, the artificial assistant of Example & Co. If this is an emergency, hang up and call 112. How can I help you?",
        step: "Welcome",
      },
      {
        speaker: "person",
        text: "I am new and want an appointment.",
        step: "Welcome",
      },
      {
        speaker: "agent",
        text: "Thank you. May I ask for the name, the date of birth, and the reason in a few words?",
        step: "Intake",
      },
      {
        speaker: "person",
        text: "My last name is Okafor, date of birth is 1990-04-02, the reason is headache.",
        step: "Intake",
      },
      {
        speaker: "agent",
        text: "Thank you. The clinic calls you back by the end of the day. Goodbye.",
        step: "Call back",
      },
    ],
    "An emergency": [
      {
        speaker: "agent",
        text: "This is Robin, the artificial assistant of Example & Co. If this is an emergency, hang up and call 112. How can I help you?",
        step: "Welcome",
      },
      {
        speaker: "person",
        text: "I have chest pain and trouble breathing.",
        step: "Welcome",
      },
      {
        speaker: "agent",
        text: "Please hang up now and call 112.",
        step: "Emergency",
      },
    ],
    "A patient": [
      {
        speaker: "agent",
        text: "This is Robin, the artificial assistant of Example & Co. If this is an emergency, hang up and call 112. How can I help you?",
        step: "Welcome",
      },
      {
        speaker: "person",
        text: "I am a patient already with a question.",
        step: "Welcome",
      },
      {
        speaker: "agent",
        text: "Thank you. The clinic calls you back by the end of the day. Goodbye.",
        step: "Call back",
      },
    ],
  },
  "debt-reminder en-US": {
    "They will pay": [
      {
        speaker: "agent",
        text: "Hello, this is Robin, calling for Example & Co. Am I speaking with the account holder?",
        step: "Who is speaking",
      },
      {
        speaker: "person",
        text: "Yes, speaking.",
        step: "Who is speaking",
      },
      {
        speaker: "agent",
        text: "This is an attempt to collect a debt, and any information that I obtain will be used for that purpose. Thank you. May I ask on which day it can be paid, or whether you dispute it?",
        step: "Payment",
      },
      {
        speaker: "person",
        text: "My payment day is Monday.",
        step: "Payment",
      },
      {
        speaker: "agent",
        text: "Thank you. I have written that day down. Goodbye.",
        step: "Thanks",
      },
    ],
    "They dispute it": [
      {
        speaker: "agent",
        text: "Hello, this is Robin, calling for Example & Co. Am I speaking with the account holder?",
        step: "Who is speaking",
      },
      {
        speaker: "person",
        text: "Yes, that is me.",
        step: "Who is speaking",
      },
      {
        speaker: "agent",
        text: "This is an attempt to collect a debt, and any information that I obtain will be used for that purpose. Thank you. May I ask on which day it can be paid, or whether you dispute it?",
        step: "Payment",
      },
      {
        speaker: "person",
        text: "I owe nothing, this is disputed.",
        step: "Payment",
      },
      {
        speaker: "agent",
        text: "I have noted that you dispute it. You will get the details in writing, and no reminder before that. Goodbye.",
        step: "Dispute noted",
      },
    ],
    "Somebody else": [
      {
        speaker: "agent",
        text: "Hello, this is Robin, calling for Example & Co. Am I speaking with the account holder?",
        step: "Who is speaking",
      },
      {
        speaker: "person",
        text: "You have the wrong person.",
        step: "Who is speaking",
      },
      {
        speaker: "agent",
        text: "I am sorry to have disturbed you. Goodbye.",
        step: "Wrong number",
      },
    ],
  },
  "delivery-slot en-US": {
    "At home": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. We have a delivery for you tomorrow, morning or afternoon. Will you be at home?",
        step: "Delivery",
      },
      {
        speaker: "person",
        text: "I am at home, my slot is morning.",
        step: "Delivery",
      },
      {
        speaker: "agent",
        text: "Thank you, that is noted for the driver. Goodbye.",
        step: "Confirmed",
      },
    ],
    Away: [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. We have a delivery for you tomorrow, morning or afternoon. Will you be at home?",
        step: "Delivery",
      },
      {
        speaker: "person",
        text: "Nobody will be there.",
        step: "Delivery",
      },
      {
        speaker: "agent",
        text: "Thank you. May I ask where the parcel may be left: a neighbour, a garage, a shop?",
        step: "Safe place",
      },
      {
        speaker: "person",
        text: "The place is garage.",
        step: "Safe place",
      },
      {
        speaker: "agent",
        text: "Thank you, that is noted for the driver. Goodbye.",
        step: "Confirmed",
      },
    ],
    Refused: [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. We have a delivery for you tomorrow, morning or afternoon. Will you be at home?",
        step: "Delivery",
      },
      {
        speaker: "person",
        text: "I do not want the parcel.",
        step: "Delivery",
      },
      {
        speaker: "agent",
        text: "I have noted it, and the parcel goes back. Goodbye.",
        step: "Refused",
      },
    ],
  },
  "event-invitation en-US": {
    "They come with friends": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. We would love to see you at Open House, Friday at seven at our place. Will you join us?",
        step: "Invitation",
      },
      {
        speaker: "person",
        text: "I would love to join.",
        step: "Invitation",
      },
      {
        speaker: "agent",
        text: "Thank you. May I ask how many people come in all, and whether somebody has special wishes?",
        step: "Guests",
      },
      {
        speaker: "person",
        text: "Guests: 3, and the special wish is vegetarian.",
        step: "Guests",
      },
      {
        speaker: "agent",
        text: "Wonderful, you are on the list. See you there. Goodbye.",
        step: "See you",
      },
    ],
    "They do not know yet": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. We would love to see you at Open House, Friday at seven at our place. Will you join us?",
        step: "Invitation",
      },
      {
        speaker: "person",
        text: "Maybe, I am undecided.",
        step: "Invitation",
      },
      {
        speaker: "agent",
        text: "Of course. Let us know when you have decided. Goodbye.",
        step: "Later",
      },
    ],
    "They cannot come": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. We would love to see you at Open House, Friday at seven at our place. Will you join us?",
        step: "Invitation",
      },
      {
        speaker: "person",
        text: "Sorry, I cannot make it.",
        step: "Invitation",
      },
      {
        speaker: "agent",
        text: "What a pity. Perhaps next time. Goodbye.",
        step: "Declined",
      },
    ],
  },
  "it-help-desk en-US": {
    "A forgotten password": [
      {
        speaker: "agent",
        text: "Help desk of Example & Co, this is Robin. What does not work?",
        step: "Problem",
      },
      {
        speaker: "person",
        text: "I forgot my password.",
        step: "Problem",
      },
      {
        speaker: "agent",
        text: "You can set a new one at password.example.com. Goodbye.",
        step: "Password",
      },
    ],
    "A printer that works again": [
      {
        speaker: "agent",
        text: "Help desk of Example & Co, this is Robin. What does not work?",
        step: "Problem",
      },
      {
        speaker: "person",
        text: "The printer is broken.",
        step: "Problem",
      },
      {
        speaker: "agent",
        text: "Thank you. Do you have a question about that?",
        step: "Remedy",
      },
      {
        speaker: "person",
        text: "The problem is paper. It works again, solved!",
        step: "Remedy",
      },
      {
        speaker: "agent",
        text: "I am glad that it works. Goodbye.",
        step: "Solved",
      },
    ],
    "A ticket": [
      {
        speaker: "agent",
        text: "Help desk of Example & Co, this is Robin. What does not work?",
        step: "Problem",
      },
      {
        speaker: "person",
        text: "The network does not work.",
        step: "Problem",
      },
      {
        speaker: "agent",
        text: "Thank you. Do you have a question about that?",
        step: "Remedy",
      },
      {
        speaker: "person",
        text: "Please open ticket, the problem is network.",
        step: "Remedy",
      },
      {
        speaker: "agent",
        text: 'Here is what I found: {"state":"sent"}',
        step: "Remedy",
      },
      {
        speaker: "person",
        text: "Thanks for the number, goodbye.",
        step: "Remedy",
      },
      {
        speaker: "agent",
        text: "A colleague takes care of it. Goodbye.",
        step: "Ticket",
      },
    ],
  },
  "lead-qualification en-US": {
    "A team that wants to begin in May": [
      {
        speaker: "agent",
        text: "Hello, this is Robin, the artificial assistant of Example & Co. You asked us about a heat pump for a house. Are you still interested?",
        step: "Interest",
      },
      {
        speaker: "person",
        text: "Yes, I want to know more.",
        step: "Interest",
      },
      {
        speaker: "agent",
        text: "Thank you. May I ask how many people would use it, and when you want to begin?",
        step: "Needs",
      },
      {
        speaker: "person",
        text: "Our team size is 25 and the start month is May.",
        step: "Needs",
      },
      {
        speaker: "agent",
        text: "Thank you. You will hear from our sales team within a day. Goodbye.",
        step: "Handed on",
      },
    ],
    "Not this month": [
      {
        speaker: "agent",
        text: "Hello, this is Robin, the artificial assistant of Example & Co. You asked us about a heat pump for a house. Are you still interested?",
        step: "Interest",
      },
      {
        speaker: "person",
        text: "The timing is bad, call later.",
        step: "Interest",
      },
      {
        speaker: "agent",
        text: "Understood, we will be in touch later. Goodbye.",
        step: "Not now",
      },
    ],
    "No interest": [
      {
        speaker: "agent",
        text: "Hello, this is Robin, the artificial assistant of Example & Co. You asked us about a heat pump for a house. Are you still interested?",
        step: "Interest",
      },
      {
        speaker: "person",
        text: "No thanks.",
        step: "Interest",
      },
      {
        speaker: "agent",
        text: "Thank you for telling me. We will not call again about this. Goodbye.",
        step: "Declined",
      },
    ],
  },
  "missed-call-callback en-US": {
    "A message": [
      {
        speaker: "agent",
        text: "Hello, this is Robin, the artificial assistant of Example & Co. You called us, and we missed it. I am sorry. How can we help?",
        step: "Call back",
      },
      {
        speaker: "person",
        text: "I need help with something.",
        step: "Call back",
      },
      {
        speaker: "agent",
        text: "Thank you. May I ask what to pass on, and whether it is urgent?",
        step: "Message",
      },
      {
        speaker: "person",
        text: "The topic is heating, urgent: yes.",
        step: "Message",
      },
      {
        speaker: "agent",
        text: "Thank you, I pass it on. Somebody answers you within a day. Goodbye.",
        step: "Noted",
      },
    ],
    "Done already": [
      {
        speaker: "agent",
        text: "Hello, this is Robin, the artificial assistant of Example & Co. You called us, and we missed it. I am sorry. How can we help?",
        step: "Call back",
      },
      {
        speaker: "person",
        text: "It is settled already.",
        step: "Call back",
      },
      {
        speaker: "agent",
        text: "Good to hear. Goodbye.",
        step: "Settled",
      },
    ],
    "A mistake": [
      {
        speaker: "agent",
        text: "Hello, this is Robin, the artificial assistant of Example & Co. You called us, and we missed it. I am sorry. How can we help?",
        step: "Call back",
      },
      {
        speaker: "person",
        text: "That was a mistake, wrong number.",
        step: "Call back",
      },
      {
        speaker: "agent",
        text: "I am sorry to have disturbed you. Goodbye.",
        step: "Sorry",
      },
    ],
  },
  "order-status en-US": {
    "Where an order is": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. How can I help you?",
        step: "Reason of the call",
      },
      {
        speaker: "person",
        text: "What is my order status? My order number is A4711.",
        step: "Reason of the call",
      },
      {
        speaker: "agent",
        text: 'Here is what I found: {"state":"sent"}',
        step: "Reason of the call",
      },
      {
        speaker: "person",
        text: "Thanks, no further question.",
        step: "Reason of the call",
      },
      {
        speaker: "agent",
        text: "You are welcome. Goodbye.",
        step: "Goodbye",
      },
    ],
    "Something is broken": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. How can I help you?",
        step: "Reason of the call",
      },
      {
        speaker: "person",
        text: "I have a complaint, it arrived broken.",
        step: "Reason of the call",
      },
      {
        speaker: "agent",
        text: "Thank you. May I ask what is wrong, and whether a replacement or the money is wanted?",
        step: "Complaint",
      },
      {
        speaker: "person",
        text: "My wish is replacement, please.",
        step: "Complaint",
      },
      {
        speaker: "agent",
        text: "I have written it down, and a colleague will write to you today. Goodbye.",
        step: "Noted",
      },
    ],
    "Nothing else": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. How can I help you?",
        step: "Reason of the call",
      },
      {
        speaker: "person",
        text: "All said, thanks.",
        step: "Reason of the call",
      },
      {
        speaker: "agent",
        text: "You are welcome. Goodbye.",
        step: "Goodbye",
      },
    ],
  },
  "property-viewing en-US": {
    "A viewing": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. Are you calling about the flat on Example Street?",
        step: "Interest",
      },
      {
        speaker: "person",
        text: "I want to visit and see it.",
        step: "Interest",
      },
      {
        speaker: "agent",
        text: "Thank you. May I ask for the day, and for how many people want to live there?",
        step: "Viewing",
      },
      {
        speaker: "person",
        text: "My viewing day is Saturday, people: 2.",
        step: "Viewing",
      },
      {
        speaker: "agent",
        text: "The viewing is noted, and you get the address by message. Goodbye.",
        step: "See you",
      },
    ],
    "Somebody who sells": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. Are you calling about the flat on Example Street?",
        step: "Interest",
      },
      {
        speaker: "person",
        text: "My family owns a house and wants to sell.",
        step: "Interest",
      },
      {
        speaker: "agent",
        text: "Thank you. A colleague calls you back about your house. Goodbye.",
        step: "Seller",
      },
    ],
    "Only a question": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. Are you calling about the flat on Example Street?",
        step: "Interest",
      },
      {
        speaker: "person",
        text: "I have heard enough, thanks.",
        step: "Interest",
      },
      {
        speaker: "agent",
        text: "Thank you for calling. Goodbye.",
        step: "Goodbye",
      },
    ],
  },
  "restaurant-booking en-US": {
    "A table for two": [
      {
        speaker: "agent",
        text: "Welcome to Example & Co, this is Robin. How can I help you?",
        step: "Welcome",
      },
      {
        speaker: "person",
        text: "I want to book a table.",
        step: "Welcome",
      },
      {
        speaker: "agent",
        text: "Thank you. May I ask for the day, the time, the number of guests, and allergies?",
        step: "Booking",
      },
      {
        speaker: "person",
        text: "The day is Saturday, the time is seven, guests: 2, that is complete.",
        step: "Booking",
      },
      {
        speaker: "agent",
        text: "Your table is booked. We look forward to seeing you. Goodbye.",
        step: "Confirmed",
      },
    ],
    "They cannot come": [
      {
        speaker: "agent",
        text: "Welcome to Example & Co, this is Robin. How can I help you?",
        step: "Welcome",
      },
      {
        speaker: "person",
        text: "I cannot come, please cancel a booking.",
        step: "Welcome",
      },
      {
        speaker: "agent",
        text: "Thank you for telling us, your booking is canceled. Goodbye.",
        step: "Canceled",
      },
    ],
    "A wedding": [
      {
        speaker: "agent",
        text: "Welcome to Example & Co, this is Robin. How can I help you?",
        step: "Welcome",
      },
      {
        speaker: "person",
        text: "It is for a wedding celebration.",
        step: "Welcome",
      },
      {
        speaker: "agent",
        text: "For so many guests the host calls you back today. Thank you and goodbye.",
        step: "Large party",
      },
    ],
  },
  "satisfaction-survey en-US": {
    "A happy customer": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. May I ask you two short questions about your last visit?",
        step: "Introduction",
      },
      {
        speaker: "person",
        text: "Sure, go ahead.",
        step: "Introduction",
      },
      {
        speaker: "agent",
        text: "Thank you. May I ask how likely you are to recommend us, from 0 to 10?",
        step: "Score",
      },
      {
        speaker: "person",
        text: "A good score: 9.",
        step: "Score",
      },
      {
        speaker: "agent",
        text: "Thank you very much for your answers. Goodbye.",
        step: "Thanks",
      },
    ],
    "An unhappy customer": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. May I ask you two short questions about your last visit?",
        step: "Introduction",
      },
      {
        speaker: "person",
        text: "Sure, go ahead.",
        step: "Introduction",
      },
      {
        speaker: "agent",
        text: "Thank you. May I ask how likely you are to recommend us, from 0 to 10?",
        step: "Score",
      },
      {
        speaker: "person",
        text: "A bad score: 3.",
        step: "Score",
      },
      {
        speaker: "agent",
        text: "Thank you. May I ask what went wrong, and whether somebody should call back?",
        step: "Reason",
      },
      {
        speaker: "person",
        text: "The reason: it went wrong twice. Yes, call back please.",
        step: "Reason",
      },
      {
        speaker: "agent",
        text: "Thank you very much for your answers. Goodbye.",
        step: "Thanks",
      },
    ],
    "Somebody without time": [
      {
        speaker: "agent",
        text: "Hello, this is Robin of Example & Co. May I ask you two short questions about your last visit?",
        step: "Introduction",
      },
      {
        speaker: "person",
        text: "I am busy.",
        step: "Introduction",
      },
      {
        speaker: "agent",
        text: "No problem. Have a nice day. Goodbye.",
        step: "Declined",
      },
    ],
  },
  "satisfaction-survey de-DE": {
    "Eine zufriedene Kundin": [
      {
        speaker: "agent",
        text: "Guten Tag, hier ist Robin von Example & Co. Darf ich Ihnen zwei kurze Fragen zu your last visit stellen?",
        step: "Vorstellung",
      },
      {
        speaker: "person",
        text: "Ja, gerne.",
        step: "Vorstellung",
      },
      {
        speaker: "agent",
        text: "Vielen Dank. Haben Sie dazu eine Frage?",
        step: "Note",
      },
      {
        speaker: "person",
        text: "Eine gute Note: 9.",
        step: "Note",
      },
      {
        speaker: "agent",
        text: "Vielen Dank für Ihre Antworten. Auf Wiederhören.",
        step: "Dank",
      },
    ],
    "Ein unzufriedener Kunde": [
      {
        speaker: "agent",
        text: "Guten Tag, hier ist Robin von Example & Co. Darf ich Ihnen zwei kurze Fragen zu your last visit stellen?",
        step: "Vorstellung",
      },
      {
        speaker: "person",
        text: "Ja, gerne.",
        step: "Vorstellung",
      },
      {
        speaker: "agent",
        text: "Vielen Dank. Haben Sie dazu eine Frage?",
        step: "Note",
      },
      {
        speaker: "person",
        text: "Eine schlechte Note: 3.",
        step: "Note",
      },
      {
        speaker: "agent",
        text: "Vielen Dank. Kann ich sonst noch etwas für Sie tun?",
        step: "Grund",
      },
      {
        speaker: "person",
        text: "Der Grund ist die Wartezeit, call_back: yes.",
        step: "Grund",
      },
      {
        speaker: "agent",
        text: "Vielen Dank für Ihre Antworten. Auf Wiederhören.",
        step: "Dank",
      },
    ],
    "Jemand ohne Zeit": [
      {
        speaker: "agent",
        text: "Guten Tag, hier ist Robin von Example & Co. Darf ich Ihnen zwei kurze Fragen zu your last visit stellen?",
        step: "Vorstellung",
      },
      {
        speaker: "person",
        text: "Ich habe keine Zeit.",
        step: "Vorstellung",
      },
      {
        speaker: "agent",
        text: "Kein Problem. Einen schönen Tag noch. Auf Wiederhören.",
        step: "Abgelehnt",
      },
    ],
  },
  "satisfaction-survey es-ES": {
    "Un cliente contento": [
      {
        speaker: "agent",
        text: "Hola, soy Robin de Example & Co. ¿Puedo hacerle dos preguntas cortas sobre your last visit?",
        step: "Presentación",
      },
      {
        speaker: "person",
        text: "Claro, adelante.",
        step: "Presentación",
      },
      {
        speaker: "agent",
        text: "Muchas gracias. ¿Tiene alguna pregunta?",
        step: "Nota",
      },
      {
        speaker: "person",
        text: "Una buena nota: 9.",
        step: "Nota",
      },
      {
        speaker: "agent",
        text: "Muchas gracias por sus respuestas. Adiós.",
        step: "Gracias",
      },
    ],
    "Una clienta descontenta": [
      {
        speaker: "agent",
        text: "Hola, soy Robin de Example & Co. ¿Puedo hacerle dos preguntas cortas sobre your last visit?",
        step: "Presentación",
      },
      {
        speaker: "person",
        text: "Claro, adelante.",
        step: "Presentación",
      },
      {
        speaker: "agent",
        text: "Muchas gracias. ¿Tiene alguna pregunta?",
        step: "Nota",
      },
      {
        speaker: "person",
        text: "Una mala nota: 3.",
        step: "Nota",
      },
      {
        speaker: "agent",
        text: "Muchas gracias. ¿Puedo hacer algo más por usted?",
        step: "Motivo",
      },
      {
        speaker: "person",
        text: "El motivo es la espera, call_back: yes.",
        step: "Motivo",
      },
      {
        speaker: "agent",
        text: "Muchas gracias por sus respuestas. Adiós.",
        step: "Gracias",
      },
    ],
    "Alguien sin tiempo": [
      {
        speaker: "agent",
        text: "Hola, soy Robin de Example & Co. ¿Puedo hacerle dos preguntas cortas sobre your last visit?",
        step: "Presentación",
      },
      {
        speaker: "person",
        text: "Estoy muy ocupada.",
        step: "Presentación",
      },
      {
        speaker: "agent",
        text: "No hay problema. Que tenga un buen día. Adiós.",
        step: "Rechazada",
      },
    ],
  },
  "satisfaction-survey fr-FR": {
    "Une cliente contente": [
      {
        speaker: "agent",
        text: "Bonjour, ici Robin de Example & Co. Puis-je vous poser deux courtes questions sur your last visit ?",
        step: "Présentation",
      },
      {
        speaker: "person",
        text: "Oui, volontiers.",
        step: "Présentation",
      },
      {
        speaker: "agent",
        text: "Merci beaucoup. Avez-vous une question ?",
        step: "Note",
      },
      {
        speaker: "person",
        text: "Une bonne note : 9.",
        step: "Note",
      },
      {
        speaker: "agent",
        text: "Merci beaucoup pour vos réponses. Au revoir.",
        step: "Merci",
      },
    ],
    "Un client mécontent": [
      {
        speaker: "agent",
        text: "Bonjour, ici Robin de Example & Co. Puis-je vous poser deux courtes questions sur your last visit ?",
        step: "Présentation",
      },
      {
        speaker: "person",
        text: "Oui, volontiers.",
        step: "Présentation",
      },
      {
        speaker: "agent",
        text: "Merci beaucoup. Avez-vous une question ?",
        step: "Note",
      },
      {
        speaker: "person",
        text: "Une mauvaise note : 3.",
        step: "Note",
      },
      {
        speaker: "agent",
        text: "Merci beaucoup. Puis-je faire autre chose pour vous ?",
        step: "Raison",
      },
      {
        speaker: "person",
        text: "La raison est l'attente, call_back: yes.",
        step: "Raison",
      },
      {
        speaker: "agent",
        text: "Merci beaucoup pour vos réponses. Au revoir.",
        step: "Merci",
      },
    ],
    "Quelqu'un sans temps": [
      {
        speaker: "agent",
        text: "Bonjour, ici Robin de Example & Co. Puis-je vous poser deux courtes questions sur your last visit ?",
        step: "Présentation",
      },
      {
        speaker: "person",
        text: "Je manque de temps.",
        step: "Présentation",
      },
      {
        speaker: "agent",
        text: "Pas de problème. Bonne journée. Au revoir.",
        step: "Refusé",
      },
    ],
  },
  "satisfaction-survey hi-IN": {
    "संतुष्ट ग्राहक": [
      {
        speaker: "agent",
        text: "नमस्ते, मैं Example & Co से Robin बोल रहा हूँ। क्या मैं your last visit के बारे में दो छोटे सवाल पूछ सकता हूँ?",
        step: "परिचय",
      },
      {
        speaker: "person",
        text: "ज़रूर पूछिए।",
        step: "परिचय",
      },
      {
        speaker: "agent",
        text: "धन्यवाद। क्या आपका कोई सवाल है?",
        step: "अंक",
      },
      {
        speaker: "person",
        text: "अच्छा अंक: 9",
        step: "अंक",
      },
      {
        speaker: "agent",
        text: "आपके जवाबों के लिए बहुत धन्यवाद। नमस्ते।",
        step: "धन्यवाद",
      },
    ],
    "असंतुष्ट ग्राहक": [
      {
        speaker: "agent",
        text: "नमस्ते, मैं Example & Co से Robin बोल रहा हूँ। क्या मैं your last visit के बारे में दो छोटे सवाल पूछ सकता हूँ?",
        step: "परिचय",
      },
      {
        speaker: "person",
        text: "ज़रूर पूछिए।",
        step: "परिचय",
      },
      {
        speaker: "agent",
        text: "धन्यवाद। क्या आपका कोई सवाल है?",
        step: "अंक",
      },
      {
        speaker: "person",
        text: "ख़राब अंक: 3",
        step: "अंक",
      },
      {
        speaker: "agent",
        text: "धन्यवाद। क्या मैं आपके लिए कुछ और कर सकती हूँ?",
        step: "कारण",
      },
      {
        speaker: "person",
        text: "कारण बताया: देर हुई, call_back: yes",
        step: "कारण",
      },
      {
        speaker: "agent",
        text: "आपके जवाबों के लिए बहुत धन्यवाद। नमस्ते।",
        step: "धन्यवाद",
      },
    ],
    "समय के बिना कोई": [
      {
        speaker: "agent",
        text: "नमस्ते, मैं Example & Co से Robin बोल रहा हूँ। क्या मैं your last visit के बारे में दो छोटे सवाल पूछ सकता हूँ?",
        step: "परिचय",
      },
      {
        speaker: "person",
        text: "मैं अभी व्यस्त हूँ।",
        step: "परिचय",
      },
      {
        speaker: "agent",
        text: "कोई बात नहीं। आपका दिन शुभ हो। नमस्ते।",
        step: "मना किया",
      },
    ],
  },
};
