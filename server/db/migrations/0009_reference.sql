-- The channels a provider in China starts with; staff edit them. Ids are fixed, so that demo data and tests can name them.

INSERT INTO channels (id, code, name, carrier, tracking_url, divisor, step_g) VALUES
  ('019a0000-0000-7000-8000-000000000001', 'YT-STD', 'YunExpress Standard', 'YunExpress', 'https://www.yuntrack.com/parcelTracking?id={number}', 8000, 1),
  ('019a0000-0000-7000-8000-000000000002', 'YT-FAST', 'YunExpress Priority', 'YunExpress', 'https://www.yuntrack.com/parcelTracking?id={number}', 6000, 1),
  ('019a0000-0000-7000-8000-000000000003', '4PX-STD', '4PX Global Express', '4PX', 'https://track.4px.com/#/result/0/{number}', 8000, 10),
  ('019a0000-0000-7000-8000-000000000004', 'CP-EPACKET', 'China Post ePacket', 'China Post', 'https://www.17track.net/en/track?nums={number}', NULL, 1),
  ('019a0000-0000-7000-8000-000000000005', 'DHL-ECOM', 'DHL eCommerce Asia', 'DHL eCommerce', 'https://webtrack.dhlglobalmail.com/?trackingnumber={number}', 5000, 50),
  ('019a0000-0000-7000-8000-000000000006', 'SF-ECON', 'SF Express Economy', 'SF Express', 'https://www.sf-express.com/we/ow/chn/en/waybill/waybill-detail/{number}', 6000, 50),
  ('019a0000-0000-7000-8000-000000000007', 'YW-AIR', 'Yanwen Air Mail', 'Yanwen', 'https://track.yw56.com.cn/en/querydel?nums={number}', NULL, 1),
  ('019a0000-0000-7000-8000-000000000008', 'CAINIAO-STD', 'Cainiao Standard', 'Cainiao', 'https://global.cainiao.com/detail.htm?mailNoList={number}', 8000, 1);
