/**
 * Names that people write for time zones and that are refused: abbreviations, of which most mean zones of several continents,
 * the countries' names that IANA's database keeps without a slash, and those of Windows. Each has the names to write in its
 * place; every name without a slash that ICU takes is here.
 */
const FORMER_NAMES = `
ACDT: Australia/Adelaide
ACST: Australia/Adelaide, Australia/Darwin
ACT: Australia/Sydney, America/Rio_Branco
ADT: America/Halifax
AEDT: Australia/Sydney
AEST: Australia/Sydney, Australia/Brisbane
AET: Australia/Sydney, Australia/Brisbane
AGT: America/Argentina/Buenos_Aires
AKDT, AKST: America/Anchorage
ALMT: Asia/Almaty
AMT: America/Manaus, Asia/Yerevan
ART: America/Argentina/Buenos_Aires, Africa/Cairo
AST: America/Halifax, America/Puerto_Rico, Asia/Riyadh, America/Anchorage
AWST: Australia/Perth
BET: America/Sao_Paulo
BRT: America/Sao_Paulo
BST: Europe/London, Asia/Dhaka
CAT: Africa/Maputo, Africa/Johannesburg
CDT: America/Chicago, America/Havana
CEST, CET: Europe/Berlin, Europe/Paris
CLT: America/Santiago
CNT: America/St_Johns
COT: America/Bogota
CST: America/Chicago, America/Costa_Rica, Asia/Shanghai, America/Havana
CST6CDT: America/Chicago
CTT: Asia/Shanghai
CUBA: America/Havana
EAT: Africa/Nairobi
ECT: America/Guayaquil, Europe/Paris
EDT: America/New_York
EEST, EET: Europe/Athens, Europe/Helsinki, Africa/Cairo
EGYPT: Africa/Cairo
EIRE: Europe/Dublin
EST: America/New_York, America/Panama, Australia/Sydney
EST5EDT: America/New_York
GB, GB-EIRE: Europe/London
GMT+0, GMT-0, GMT0, GREENWICH, UCT, UNIVERSAL, Z, ZULU: UTC
GST: Asia/Dubai, Atlantic/South_Georgia
HKT: Asia/Hong_Kong
HONGKONG: Asia/Hong_Kong
HDT, HST: Pacific/Honolulu, America/Adak
ICELAND: Atlantic/Reykjavik
ICT: Asia/Bangkok, Asia/Ho_Chi_Minh
IDT: Asia/Jerusalem
IET: America/Indiana/Indianapolis
IRAN: Asia/Tehran
IRST: Asia/Tehran
ISRAEL: Asia/Jerusalem
IST: Asia/Kolkata, Europe/Dublin, Asia/Jerusalem
JAMAICA: America/Jamaica
JAPAN, JST: Asia/Tokyo
KST: Asia/Seoul, Asia/Pyongyang
KWAJALEIN: Pacific/Kwajalein
LIBYA: Africa/Tripoli
MDT: America/Denver
MEST, MET: Europe/Berlin, Europe/Paris
MIT: Pacific/Apia
MSK: Europe/Moscow
MST: America/Denver, America/Phoenix, Asia/Kuala_Lumpur, Asia/Yangon
MST7MDT: America/Denver
MYT: Asia/Kuala_Lumpur
NAVAJO: America/Denver
NDT: America/St_Johns
NET: Asia/Yerevan
NPT: Asia/Kathmandu
NST: America/St_Johns, Pacific/Auckland
NT: America/St_Johns, Australia/Darwin
NZ, NZDT, NZST: Pacific/Auckland
NZ-CHAT: Pacific/Chatham
PDT: America/Los_Angeles
PET: America/Lima
PHT: Asia/Manila
PKT, PLT: Asia/Karachi
PNT: America/Phoenix
POLAND: Europe/Warsaw
PORTUGAL: Europe/Lisbon
PRC: Asia/Shanghai
PRT: America/Puerto_Rico
PST: America/Los_Angeles, Asia/Manila
PST8PDT: America/Los_Angeles
ROC: Asia/Taipei
ROK: Asia/Seoul
SAST: Africa/Johannesburg
SGT, SINGAPORE: Asia/Singapore
SST: Pacific/Pago_Pago, Pacific/Guadalcanal, Asia/Singapore
TRT, TURKEY: Europe/Istanbul
VST: Asia/Ho_Chi_Minh
W-SU: Europe/Moscow
WAT: Africa/Lagos
WEST, WET: Europe/Lisbon, Atlantic/Canary
WIB: Asia/Jakarta
WIT: Asia/Jayapura
WITA: Asia/Makassar
ATLANTIC STANDARD TIME, ATLANTIC TIME: America/Halifax
EASTERN, EASTERN STANDARD TIME, EASTERN TIME, ET: America/New_York
CENTRAL, CENTRAL STANDARD TIME, CENTRAL TIME, CT: America/Chicago
MOUNTAIN, MOUNTAIN STANDARD TIME, MOUNTAIN TIME, MT: America/Denver, America/Phoenix
US MOUNTAIN STANDARD TIME: America/Phoenix
PACIFIC, PACIFIC STANDARD TIME, PACIFIC TIME, PT: America/Los_Angeles
ALASKAN STANDARD TIME: America/Anchorage
HAWAIIAN STANDARD TIME: Pacific/Honolulu
GMT STANDARD TIME: Europe/London, Europe/Dublin, Europe/Lisbon
GREENWICH STANDARD TIME: Atlantic/Reykjavik, Africa/Accra
CENTRAL EUROPE STANDARD TIME, CENTRAL EUROPEAN STANDARD TIME: Europe/Prague, Europe/Warsaw
ROMANCE STANDARD TIME: Europe/Paris, Europe/Madrid
W. EUROPE STANDARD TIME: Europe/Berlin, Europe/Rome
INDIA STANDARD TIME: Asia/Kolkata
CHINA STANDARD TIME: Asia/Shanghai
TOKYO STANDARD TIME: Asia/Tokyo
AUS EASTERN STANDARD TIME: Australia/Sydney
E. SOUTH AMERICA STANDARD TIME: America/Sao_Paulo
`;

/** The zones to write for a refused name, in capital letters. */
export const ZONES_BY_FORMER_NAME: ReadonlyMap<string, readonly string[]> = new Map(
  FORMER_NAMES.trim()
    .split("\n")
    .flatMap((line) => {
      const [names = "", zones = ""] = line.split(": ");
      return names.split(", ").map((name) => [name, zones.split(", ")] as const);
    }),
);
