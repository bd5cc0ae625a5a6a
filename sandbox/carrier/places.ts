/** Where a parcel goes; without a town, to the largest that the service knows there. */
export type Destination = { country: string; town: string | null };

/** Where parcels enter a country, a town there, and who brings them to the door. */
type Place = { gateway: string; town: string; post: string };

const known: Record<string, readonly [gateway: string, town: string, post: string]> = {
  US: ['Los Angeles', 'Austin', 'USPS'],
  CA: ['Vancouver', 'Toronto', 'Canada Post'],
  MX: ['Mexico City', 'Guadalajara', 'Correos de México'],
  BR: ['Curitiba', 'São Paulo', 'Correios'],
  GB: ['London Heathrow', 'Manchester', 'Royal Mail'],
  IE: ['Dublin', 'Cork', 'An Post'],
  DE: ['Frankfurt', 'Berlin', 'DHL'],
  AT: ['Vienna', 'Graz', 'Österreichische Post'],
  FR: ['Paris Roissy', 'Lyon', 'La Poste'],
  NL: ['Amsterdam Schiphol', 'Utrecht', 'PostNL'],
  BE: ['Liège', 'Brussels', 'bpost'],
  ES: ['Madrid Barajas', 'Valencia', 'Correos'],
  IT: ['Milan Malpensa', 'Bologna', 'Poste Italiane'],
  PT: ['Lisbon', 'Porto', 'CTT'],
  SE: ['Stockholm Arlanda', 'Gothenburg', 'PostNord'],
  PL: ['Warsaw', 'Kraków', 'Poczta Polska'],
  AU: ['Sydney', 'Melbourne', 'Australia Post'],
  NZ: ['Auckland', 'Wellington', 'NZ Post'],
  SG: ['Changi', 'Singapore', 'SingPost'],
  CN: ['Hangzhou', 'Shanghai', 'China Post'],
};
const home = 'US';

/** The country's places; those of the United States where nobody said the country. */
export function placeOf(country: string | null): Place & { country: string | null } {
  const code = country ?? home;
  const [gateway, town, post] = known[code] ?? ['', '', 'Local post'];
  return { country: code, gateway, town, post };
}
