import type { Matter } from './matter.ts'

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
      'see {option} on {date} at {time} and have that appointment booked',
    ],
    consequences: [
      {
        says: 'at that time, you are seen by a doctor in training',
        against: 'My case is rare, and only somebody with experience will do.',
        fine: 'My case is simple, and even somebody without experience will do.',
      },
      {
        says: 'the appointment is at our other clinic, forty minutes out of town',
        against: 'I do not drive, and no bus would get me out of town.',
        fine: 'I drive a lot, and it is easy for me to get out of town.',
      },
    ],
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
      'move an appointment to another time, {date} at {time}, namely {record}',
      'have {record} moved to another time, {date} at {time}',
      'get another time for {record}: {date} at {time}',
    ],
    consequences: [
      {
        says: 'at the new time, you are seen by a different doctor',
        against: 'I trust the one person who has treated me for years.',
        fine: 'I trust any person there, as nobody has treated me for long.',
      },
      {
        says: 'at the new time, the visit is cut to ten minutes',
        against: 'I have a long list of questions and need somebody patient.',
        fine: 'I have just one short question and need nobody patient.',
      },
    ],
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
      'send {name}, a doctor in another town, the {option} from my records',
      'get the {option} in my medical records sent to {name}',
    ],
    consequences: [
      {
        says: 'your family history always goes along with the records',
        against: 'What my parents suffered from is strictly a family matter.',
        fine: 'What my parents suffered from is hardly a family secret.',
      },
      {
        says: 'once they are sent, we no longer keep the records here',
        against: 'I am coming back next year, and the clinic will need all my records then.',
        fine: 'I am not coming back next year, and the clinic will need no records then.',
      },
    ],
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
      'have a wrong entry in my medical file corrected, namely {record}',
      'get {record} in my medical file corrected',
      'have my medical file corrected, because {record} is wrong',
    ],
    consequences: [
      {
        says: 'everyone who has treated you is told about the correction',
        against: 'I would hate it if my former doctor learned that I complained.',
        fine: 'I would like it if my former doctor learned that I complained.',
      },
      {
        says: 'what the entry said before is erased for good',
        against: 'My lawyer may have to see the old wording next year.',
        fine: 'My lawyer wants nobody to see the old wording ever again.',
      },
    ],
    blocks: [
      'another hospital made that entry, and only the author may change it',
      'that part of the file is locked while an inquiry is going on',
    ],
    fee: 'an administrative fee',
  },
  {
    service: 'renew_prescription',
    needs: { record: 'the prescription to be renewed', count: 'the number of months' },
    record: 'prescription',
    counts: [2, 6],
    says: [
      'have a prescription renewed for {count} months, namely {record}',
      'get {record} renewed for another {count} months',
      'get a refill that lasts {count} months for {record}',
    ],
    consequences: [
      {
        says: 'the renewed prescription is filled with a generic product',
        against: 'I got sick from the cheap kind and only take the original.',
        fine: 'I got sick from the original and only take the cheap kind.',
      },
      {
        says: 'the refill has to be picked up within two days',
        against: 'I am out of town all week and have nobody to send.',
        fine: 'I am in town all week and have somebody to send.',
      },
    ],
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
      'have the medicine delivered on {date} at {time}, since I cannot leave {address}',
    ],
    consequences: [
      {
        says: 'the driver leaves the medicine in front of the door',
        against: 'Small children play by my door, so somebody has to hand it to me.',
        fine: 'Small children never come by my door, so nobody has to hand it to me.',
      },
      {
        says: 'our pharmacist then no longer goes through the dose with you',
        against: 'I get confused by all the pills and want them explained to me again.',
        fine: 'I know all the pills by heart and want nothing explained to me again.',
      },
    ],
    blocks: [
      'that medicine has to be kept cold, and our drivers cannot do that',
      'controlled drugs are handed out at the counter only',
    ],
    fee: 'a delivery fee',
  },
]
