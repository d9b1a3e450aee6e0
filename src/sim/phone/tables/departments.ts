export const DEPARTMENT_KINDS = [
  'customer_service',
  'billing',
  'payments',
  'technical_support',
  'account_services',
  'identity_desk',
  'fraud_protection',
  'disputes',
  'card_services',
  'lending',
  'claims',
  'policy_services',
  'underwriting',
  'retention',
  'order_desk',
  'returns',
  'delivery',
  'warranty',
  'outage_desk',
  'metering',
  'connections',
  'appointments',
  'medical_records',
  'pharmacy',
  'reservations',
  'baggage',
  'loyalty',
  'licensing',
] as const
export type DepartmentKind = (typeof DEPARTMENT_KINDS)[number]

/** The properties of a kind of department in every industry. */
interface KindHabits {
  /** Its names at companies; no name is used by two kinds. */
  readonly names: readonly string[]
  /** Whether it usually requires the reference number of the department before it. */
  readonly wantsReference: boolean
  /** Continues "We", for descriptions. */
  readonly does: readonly string[]
}

const habits = (
  names: readonly string[],
  does: readonly string[],
  wantsReference = false,
): KindHabits => ({ names, wantsReference, does })

export const KIND_HABITS: Readonly<Record<DepartmentKind, KindHabits>> = {
  customer_service: habits(
    ['Customer Service', 'Customer Care', 'Client Services', 'Help Line'],
    ['keep customer details up to date', 'answer everyday questions about your profile'],
  ),
  billing: habits(
    ['Billing', 'Billing and Statements', 'Invoices and Billing', 'Billing Office'],
    ['explain and correct bills', 'handle invoices, charges and statements'],
  ),
  payments: habits(
    ['Payments', 'Payment Arrangements', 'Payment Desk', 'Payment Plans'],
    ['take payments and arrange installments', 'set up payment plans and automatic payments'],
    true,
  ),
  technical_support: habits(
    ['Technical Support', 'Tech Support', 'Technical Help Desk', 'Support Engineering'],
    ['find and fix faults', 'get equipment and logins working again'],
  ),
  account_services: habits(
    ['Account Services', 'Account Management', 'Accounts Desk', 'Account Maintenance'],
    ['change who can use an account and how', 'open, close and change accounts'],
  ),
  identity_desk: habits(
    ['Identity Verification', 'Identity Desk', 'Verification Desk', 'Identity Check'],
    ['confirm that customers are who they say they are', 'verify identities for other departments'],
  ),
  fraud_protection: habits(
    ['Fraud Protection', 'Fraud Prevention', 'Security and Fraud', 'Fraud Desk'],
    ['act on suspicious activity', 'block misuse and release security locks'],
    true,
  ),
  disputes: habits(
    ['Disputes', 'Charge Disputes', 'Dispute Resolution', 'Disputed Transactions'],
    ['investigate charges you do not agree with', 'open and track disputed transactions'],
    true,
  ),
  card_services: habits(
    ['Card Services', 'Card Center', 'Cards Desk', 'Card Support'],
    ['replace and activate cards and set their limits', 'take care of debit and credit cards'],
  ),
  lending: habits(
    ['Lending', 'Loans', 'Loan Office', 'Loans and Mortgages'],
    ['arrange loans and mortgages', 'handle loan terms and applications'],
  ),
  claims: habits(
    ['Claims', 'Claims Department', 'Claims Handling', 'Claims Center'],
    ['open and track claims', 'assess damage and pay out claims'],
    true,
  ),
  policy_services: habits(
    ['Policy Services', 'Policy Administration', 'Policy Desk', 'Policy Changes'],
    ['change what a policy covers', 'keep policies and certificates in order'],
  ),
  underwriting: habits(
    ['Underwriting', 'Underwriting Office', 'Risk and Underwriting', 'Risk Assessment'],
    ['assess risks and set terms', 'review premiums and exclusions'],
  ),
  retention: habits(
    ['Cancellations', 'Customer Retention', 'Contract Changes', 'Cancellation Desk'],
    ['end or renegotiate contracts', 'handle cancellations and contract terms'],
    true,
  ),
  order_desk: habits(
    ['Order Desk', 'Orders', 'Sales and Orders', 'Order Management'],
    ['change and confirm orders', 'take care of open orders'],
  ),
  returns: habits(
    ['Returns', 'Returns and Exchanges', 'Returns Center', 'Refunds and Returns'],
    ['take goods back and refund them', 'arrange exchanges and refunds'],
    true,
  ),
  delivery: habits(
    ['Delivery', 'Shipping and Delivery', 'Dispatch', 'Delivery Tracking'],
    ['get parcels where they need to go', 'trace and redirect parcels'],
  ),
  warranty: habits(
    ['Warranty', 'Warranty and Repairs', 'Repairs', 'Product Protection'],
    ['repair or replace faulty products', 'handle warranties and repairs'],
    true,
  ),
  outage_desk: habits(
    ['Outage Desk', 'Outages and Emergencies', 'Service Interruptions', 'Outage Line'],
    ['record and fix interruptions', 'restore service after a failure'],
  ),
  metering: habits(
    ['Metering', 'Meter Services', 'Meter Readings', 'Meter Desk'],
    ['read, test and exchange meters', 'take care of meters and readings'],
  ),
  connections: habits(
    ['Connections', 'New Connections', 'Moves and Connections', 'Installations'],
    ['start, stop and move a service', 'connect new homes and lines'],
    true,
  ),
  appointments: habits(
    ['Appointments', 'Scheduling', 'Appointment Desk', 'Patient Scheduling'],
    ['arrange visits with our clinicians', 'book and move appointments'],
  ),
  medical_records: habits(
    ['Medical Records', 'Records Office', 'Health Records', 'Patient Records'],
    ['release and correct records', 'send health records where they are needed'],
    true,
  ),
  pharmacy: habits(
    ['Pharmacy', 'Pharmacy Services', 'Prescriptions', 'Pharmacy Desk'],
    ['fill and transfer prescriptions', 'renew prescriptions and deliver medicine'],
  ),
  reservations: habits(
    ['Reservations', 'Bookings', 'Reservation Desk', 'Booking Office'],
    ['book and rebook trips', 'change dates, seats and rooms'],
  ),
  baggage: habits(
    ['Baggage Services', 'Baggage', 'Lost Luggage', 'Baggage Desk'],
    ['find and forward luggage', 'handle lost and damaged bags'],
    true,
  ),
  loyalty: habits(
    ['Loyalty Program', 'Rewards', 'Rewards Desk', 'Loyalty Club'],
    ['credit and redeem points', 'take care of status and rewards'],
  ),
  licensing: habits(
    ['Licensing', 'License Management', 'Licenses and Keys', 'License Desk'],
    ['issue and move licenses', 'handle seats, keys and renewals'],
    true,
  ),
}
