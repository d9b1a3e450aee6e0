import { type Matter, sideEffects } from './matter.ts'

/** Of appointments, medical records and the pharmacy. */
export const HEALTH_MATTERS: readonly Matter[] = [
  {
    service: 'book_appointment',
    needs: {
      option: 'the kind of doctor',
      date: 'the day of the appointment',
      time: 'the time of the appointment',
    },
    options: {
      skin: 'a dermatologist',
      heart: 'a cardiologist',
      eyes: 'an eye doctor',
      bones: 'an orthopedist',
    },
    says: [
      'book an appointment with {option} on {date} at {time}',
      'get an appointment booked with {option}, on {date} at {time}',
      'book an appointment to see {option} on {date} at {time}',
    ],
    consequences: sideEffects(`
      at that time, you are seen by a doctor in training
      My case is [complicated|simple], so I do not [want|mind] somebody without experience.
      the appointment is at our other clinic, forty minutes out of town
      I [do not drive|drive a lot], so I [cannot|can easily] get out of the city.
    `),
    blocks: [
      'that clinic takes no new patients this quarter',
      'a referral is required, and none has come in',
    ],
    fee: 'a booking fee',
  },
  {
    service: 'move_appointment',
    needs: {
      record: 'the appointment in question',
      date: 'the day of the visit',
      time: 'the time of the visit',
    },
    record: 'appointment',
    says: [
      'move {record} to another time: {date} at {time}',
      'have {record} moved to another time, {date} at {time}',
      'get another time for {record}: {date} at {time}',
    ],
    consequences: sideEffects(`
      at the new time, you are seen by a different doctor
      I [only trust the one|trust everyone there, not just the] person who has treated me for years.
      at the new time, the visit is cut to ten minutes
      I have [a long list of things|just one thing] to ask and [need plenty of|do not need much] \
        time for it.
    `),
    blocks: [
      'it was moved twice before, and we do not do that three times',
      'it is part of a study with fixed dates',
    ],
    fee: 'a rescheduling fee',
  },
  {
    service: 'send_records',
    needs: { option: 'the part of the records', name: 'the recipient of the records' },
    options: { lab: 'lab results', scans: 'X-rays and scans', surgery: 'surgery reports' },
    says: [
      'have the {option} in my records sent to my new doctor, {name}',
      'have the {option} from my records sent to {name}, a doctor in another town',
      'get the {option} in my medical records sent to {name}',
    ],
    consequences: sideEffects(`
      your family history always goes along with the records
      I do not [want people to know|mind if people know] what my parents suffered from.
      once they are sent, we no longer keep the records here
      I am [coming back next year|not coming back], and my old doctor will [need everything|not \
        need anything] then.
    `),
    blocks: [
      'the archive with those files burned down',
      'a court has sealed that part of the file',
    ],
    fee: 'a duplication charge',
  },
  {
    service: 'correct_records',
    needs: { record: 'the entry that is wrong' },
    record: 'entry',
    says: [
      'have a wrong entry in my medical file corrected: {record}',
      'get {record} in my medical file corrected',
      'have my medical file corrected, because {record} is wrong',
    ],
    consequences: sideEffects(`
      everyone who has treated you is told about the correction
      I do not [want my old doctor to find|mind if my old doctor finds] out about it.
      what the entry said before is erased for good
      My lawyer [still|no longer] has to see the old wording.
    `),
    blocks: [
      'another hospital made that entry, and only the author may change it',
      'that part of the file is locked during an investigation',
    ],
    fee: 'an administrative fee',
  },
  {
    service: 'renew_prescription',
    needs: { record: 'the prescription to be renewed', count: 'the number of months' },
    record: 'prescription',
    counts: [2, 6],
    says: [
      'have {record} renewed for {count} more months',
      'get {record} renewed for another {count} months',
      'get a {count}-month refill of {record}',
    ],
    consequences: sideEffects(`
      the renewed prescription is filled with a generic
      I had a bad reaction to the [cheap kind|original] and only take the [original|cheap kind].
      the refill has to be picked up within two days
      I am [out of|in] town all week and [have nobody who |]can come [by|by anytime].
    `),
    blocks: [
      'a checkup is due before anything more is prescribed',
      'that drug has been taken off the market',
    ],
    fee: 'a copay',
  },
  {
    service: 'deliver_medicine',
    needs: {
      address: 'the address for the medicine',
      date: 'the day of delivery',
      time: 'the time of delivery',
    },
    says: [
      'have my medicine delivered to {address} on {date} at {time}',
      'get my medicine brought to my home, {address}, on {date} at {time}',
      'have the medicine delivered to my home on {date} at {time}, at {address}',
    ],
    consequences: sideEffects(`
      the driver leaves the medicine in front of the door
      [The kids next door play|Nobody ever comes up] on my porch, so it [should not just sit|is \
        okay if it just sits] there.
      our pharmacist then no longer goes through the dose with you
      I [get confused by|know] all the pills [and want|by heart and do not need] them explained \
        to me again.
    `),
    blocks: [
      'that medicine has to be kept cold, and our drivers cannot do that',
      'controlled drugs are handed out at the counter only',
    ],
    fee: 'a delivery fee',
  },
]
