/**
 * Providers where anyone can get an address, so their domains do not identify an organization. Do not add a provider that
 * gives one person an unlimited number of addresses.
 */
const LARGE_MAIL_PROVIDERS: ReadonlySet<string> = new Set([
  ...["gmail.com", "googlemail.com"],
  ...["outlook.com", "hotmail.com", "hotmail.co.uk", "hotmail.fr", "hotmail.de", "live.com", "msn.com"],
  ...[
    "yahoo.com",
    "yahoo.co.uk",
    "yahoo.co.in",
    "yahoo.co.jp",
    "yahoo.fr",
    "yahoo.de",
    "ymail.com",
    "aol.com",
  ],
  ...["icloud.com", "me.com", "mac.com"],
  ...["proton.me", "protonmail.com", "pm.me", "fastmail.com", "hey.com", "zoho.com", "mail.com"],
  ...["gmx.com", "gmx.net", "gmx.de", "gmx.at", "gmx.ch", "web.de", "t-online.de", "bluewin.ch"],
  ...["orange.fr", "free.fr", "laposte.net", "libero.it", "wp.pl", "seznam.cz"],
  ...["btinternet.com", "comcast.net", "verizon.net", "att.net", "rogers.com", "bigpond.com"],
  ...["qq.com", "163.com", "126.com", "naver.com", "rediffmail.com", "yandex.ru", "mail.ru"],
]);

/** Labels below a country's domain under which organizations register, such as "co" in "example.co.uk". */
const REGISTRY_LABELS: ReadonlySet<string> = new Set(
  "ac asn co com edu gob gov govt gv id ltd me mil ne net nhs nom or org plc sch".split(" "),
);

/**
 * Returns the domain that an organization registers, in lowercase, because it can create any number of names below it.
 * Returns null for a large mail provider.
 */
export function getOrganizationDomain(email: string): string | null {
  const labels = email
    .slice(email.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  const [country = "", second = ""] = labels.toReversed();
  const isRegistry = country.length === 2 && REGISTRY_LABELS.has(second);
  const domain = labels.slice(isRegistry ? -3 : -2).join(".");
  return LARGE_MAIL_PROVIDERS.has(domain) ? null : domain;
}
