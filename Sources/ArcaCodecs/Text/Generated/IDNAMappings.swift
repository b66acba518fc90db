// Made by scripts/idna-tables.py; do not edit.

extension IDNATables {
    /// What UTS #46 does with each code point: runs `GAP[+LENGTH]KIND`, numbers in base 36; see scripts/idna-tables.py.
    ///
    /// Source: Unicode 17, IdnaMappingTable.txt, as the package idna has it.
    static let mappingText: StaticString = """
        +1tV +qDw +11V wD-3k +7V Mw_lk V D-21 +2V I V Mw_lg +2V +2D-3k Mw_ld Dlj +2V Mw_mf D-3s D-23 V M1d_6dg_1g
        M1d_6dg_1e M1f_6dg_1g V +nDw V +7Dw +xV +1cA M2x_lj V +2M2x_2y +4A V +6A +2M30_53 +8A Mjg_32 +1aA D-3d +6A D-7g
        V D5u +4A D5q +2A +2D5p +2A V D27 D5m D5n +2A D5p D5r V D5v D5t +2A +2V D5v D5x V D5y +6A D62 +2A D62 +2V +2A
        D62 +2A +2D61 +4A D63 +2A +2V +2A +6V +3M2s_am +3M30_2y +3M32_2y +gA V +iA V +3M2s_3e +2A D-2p D-1k +14A D-3m V
        +iA +6V D8bv +2A D-4j D8bs +2V +2A D-5f D1x D1z +aA +2oV D-g8 D-23 D-g8 D-g1 D-1n D-1m D-1h D-g0 D-fz +vV Mw_li
        Mw_lj Mw_lm Mw_mg Mw_lf Mw_ln +2V D-3h D-hh D-hb D-h7 D-27 +2jV +2D-1s V D-1c Mlk_ld D38 +9V I +wV +4A D-57 V
        +2A 2Mw_qh +3V D-n7 D38 4Mw_ld Mw_lk_ld D12 D-k0 +3D11 1D1s 1+2D1r V +hDw 1+9Dw +zV D8 D-u D-p D-d D-6 D-9 D-f
        D-m V +oA D-1i D-1c D-1b V D-1o D-1s V +2A D-1i +2A V +3D-3m +gD28 +wDw +1cV +yA +8V +1iA Df +eA V +2oA 1+12D1c
        2+1aV M12d_136 +3V 2+3V 1+1jV 8+rV 4+6V h+mV 1+2gV M17r_19w M18o_19w M1c7_19w M18q_19w +2sV 1+1cV 2+1nV 2+2tV
        e+1nV 2+1dV 2+fV 1+sV 2V 1+bV 5+wV 7+23V 1+39V M1sl_1to M1sm_1to M1sn_1to M1ss_1to M1sx_1to M1sy_1to M1t7_1to
        M1tb_1to +10V 1+8V 2+2V 2+mV 1+7V 1V 3+4V 2+9V 2+2V 2+4V 8V 4M1wh_1x8 M1wi_1x8 1M1wv_1x8 +4V 2+pV 2+3V 1+6V 4+2V
        2+mV 1+7V 1V M20i_20s 1V M20o_20s 1+2V 2V 1+5V 4+2V 2+3V 3V 7M1zq_20s M1zr_20s M1zw_20s V 1M20b_20s 7+hV a+3V
        1+9V 1+3V 1+mV 1+7V 1+2V 1+5V 2+aV 1+3V 1+3V 2V f+4V 2+cV 7+7V 1+3V 1+8V 2+2V 2+mV 1+7V 1+2V 1+5V 2+9V 2+2V 2+3V
        7+3V 4M275_27w M276_27w 1+5V 2+iV a+2V 1+6V 3+3V 1+4V 3+2V 1V 1+2V 3+2V 3+3V 3+cV 4+5V 3+3V 1+4V 2V 6V e+lV 5+dV
        1+3V 1+nV 1+gV 2+9V 1+3V 1+4V 7+2V 1+3V 1+2V 2+4V 2+aV 7+mV 1+3V 1+nV 1+aV 1+5V 2+9V 1+3V 1+4V 7+2V 5+3V 1+4V
        2+aV 1+3V c+dV 1+3V 1+1fV 1+3V 1+6V 4+gV 2+qV 1+3V 1+iV 3+oV 1+9V 1V 2+7V 3V 4+6V 1V 1+8V 6+aV 2+3V c+1eV
        M2tp_2sy +7V 4+tV 11+2V 1V 1+5V 1+oV 1V 1+cV M2x9_2wi +aV 2+5V 1V 1+7V 1+aV 2M2wb_2vt M2wb_2w1 +2V w+cV D-1 +1iV
        M30i_33r +4V 1+4V M30s_33r +4V M30x_33r +4V M312_33r +4V M317_33r +cV M30g_33p +3V 4+2V M31t_31u V M31t_31w
        M33m_328 M33m_31t_328 M33n_328 M33n_31t_328 +7V M31t_328 +hV M32q_33r +4V 1+4V M330_33r +4V M335_33r +4V
        M33a_33r +4V M33f_33r +cV M32o_33p +3V 1+fV 1+dV 11+4gV +12D5ls 1D5ls 5D5ls 2+18V D-w +2qV +2I +6gV 1+4V 2+7V 1V
        1+4V 2+15V 1+4V 2+xV 1+4V 2+7V 1V 1+4V 2+fV 1+1lV 1+4V 2+1vV 2+wV 3+qV 6+2eV 2+6D-8 2+hsV 1+sV 3+2hV 7+mV 9+oV
        9+kV c+dV 1+3V 1+2V c+1gV +2I +14V 2+aV 6+aV 6+bV +5I +aV 6+2hV 7+17V 5+1yV a+vV 1+cV 4+cV 4V 3+16V 2+5V b+18V
        4+qV 6+bV 3+1qV 2+1tV 1+tV 2+bV 6+aV 6+eV 2+1aV 2+cV k+25V 1+4mV 8+1oV 3+fV 3+1fV D-4su D-4st D-4sk +2D-4si
        D-4sj D-4sc D-4ro Dr7n +2A 5+17D-2bk 2+3D-2bk +8V 8+17V 5+18V D-5or D-5l3 D-5os V +2D-5os D-5ed +8D-5os V D-5ot
        D-5cq D-5ou D-5ot +2D-5os D-5or D-5pe +2D-5bo D-1w D-5ph +2D-5pg D-5bl +2D-5bk D-5pi V D-5pg D-5pf D-5ja D-5pf
        D-5bz +2D-1q D-5pi +2D-5pf D-1o D-5bf D-5ph D-1j +3D-52j +2D-522 D-5q1 D-5pt +2D-5pr +2D-52s D-52f +2D-52b +dV
        D-4zf +yV D-5e1 D-5rt D-5e0 D-5ny D-5dv D-5ru D-5du D-5dt D-5dq +3D-5do D-18 D-5cb D-5do D-11 D-5cc D-5dn D-5dp
        +4D-5do D-5dm +2D-5dd D-5je +2D-5d9 D-4c +2D-5da D-5s1 +3D-5d8 D-553 +1sV +46A +4V M2p_ji D-1m +2V D-5vj V +2oA
        +8V +8D-8 +6V 2+6D-8 2+8V +8D-8 +8V +8D-8 +6V 2+6D-8 2+8V 1D-8 1D-8 1D-8 1D-8 +8V +8D-8 V D-5hh V D-5hi V D-5hj
        V D-5hk V D-5gt V D-5gu V D-5gv 2M64g_qh M64h_qh M64i_qh M64j_qh M64k_qh M64l_qh M64m_qh M64n_qh M64g_qh M64h_qh
        M64i_qh M64j_qh M64k_qh M64l_qh M64m_qh M64n_qh M65c_qh M65d_qh M65e_qh M65f_qh M65g_qh M65h_qh M65i_qh M65j_qh
        M65c_qh M65d_qh M65e_qh M65f_qh M65g_qh M65h_qh M65i_qh M65j_qh M674_qh M675_qh M676_qh M677_qh M678_qh M679_qh
        M67a_qh M67b_qh M674_qh M675_qh M676_qh M677_qh M678_qh M679_qh M67a_qh M67b_qh +2V M67k_qh Mq9_qh Mq4_qh 1V
        M69i_qh +2D-8 D-22 D-5jj Mq9_qh Mw_lv D-5j9 Mw_lv Mw_n6 Mw_lk_n6 M67o_qh Mqf_qh Mq6_qh 1V M69y_qh D-2e D-5jw
        D-2e D-5jx Mqf_qh Mw_lv_lc Mw_lv_ld Mw_lv_n6 +3V D-5kz 2+2V +2D-8 D-2s D-5kc 1Mw_lw_lc Mw_lw_ld Mw_lw_n6 +3V
        D-5kj +4V +2D-8 D-34 D-5jy D-7 Mw_lk_lc Mw_lk_ld D-68f 2M67w_qh Mqx_qh Mr2_qh 1V M6ba_qh D-3k D-5kd D-3i D-5kd
        Mqx_qh Mw_ld Mw_lw 1D-6ao D-6ap D-6aq D-6ar D-6as D-6at D-6au D-6av D-6aw D-6ax D-6ay I +2V 2V D-1 +5V Mw_mr +cV
        3V 7D-6bz +3V M6cy_6cy M6cy_6cy_6cy V M6d1_6d1 M6d1_6d1_6d1 +4V Mx_x V Mw_lh +8V M1r_1r M1r_x Mx_1r +dV
        M6cy_6cy_6cy_6cy +7V D-6db +5I 5+6I D-6dc D-6bs 2+6D-6dc D-6dr Dbb D-6db +2D-6dx D-6c1 +aD-6ds D-6e7 Dav D-6dr
        +2D-6ed 1D-6cv D-6cs D-6cj D-6cb D-5yz D-6ct +4D-6cr D-6cq +2D-6co 3+8V M36_37 +pV e+xV fM2p_1b_2r M2p_1b_37
        D-6fz M4w_2r V M2r_1b_33 M2r_1b_39 D-624 V M4w_2u +2D-6g3 D-6g4 D-6g5 D-6g6 D-6aw D-6g7 D-6g8 D-6g6 D-6g7 V
        D-6g7 M32_33 +2V +3D-6g9 D-6ga D-6gb +2V M37_31 M38_2t_30 M38_31 V D-6ga V D-5st V D-6ge V D-6gv D-6di +2D-6h6 V
        D-6h6 +2D-6h7 Ds D-6h2 D-6h1 +4D-5et D-6hc V M2u_2p_3c D-5to D-5u2 D-5u3 D-5tr D5t +4V D-6ht +2D-6hu +2D-6hr +6V
        M1d_6dg_1j M1d_6dg_1l M1d_6dg_1d_1c M1d_6dg_1f M1e_6dg_1f M1d_6dg_1h M1e_6dg_1h M1f_6dg_1h M1g_6dg_1h M1d_6dg_1i
        M1h_6dg_1i M1d_6dg_1k M1f_6dg_1k M1h_6dg_1k M1j_6dg_1k M1d_6dg D-6if M2x_2x M2x_2x_2x M2x_3a D-6i6 M3a_2x
        M3a_2x_2x M3a_2x_2x_2x M2x_3c D-6i9 M3c_2x M3c_2x_2x D-6io +2D-6iy D-6iq D-6iv M2x_2x M2x_2x_2x M2x_3a D-6im
        M3a_2x M3a_2x_2x M3a_2x_2x_2x M2x_3c D-6ip M3c_2x M3c_2x_2x D-6j4 +2D-6je D-6j6 +3V +2A +4V M1c_6dg_1f +2V 4+4cV
        M6qz_6qz M6qz_6qz_6qz V M6r2_6r2 M6r2_6r2_6r2 +6wV +2D2jj +73V m+bV l+9D-75b M1d_1c M1d_1d M1d_1e M1d_1f M1d_1g
        M1d_1h M1d_1i M1d_1j M1d_1k M1d_1l M1e_1c M14_1d_15 M14_1e_15 M14_1f_15 M14_1g_15 M14_1h_15 M14_1i_15 M14_1j_15
        M14_1k_15 M14_1l_15 M14_1d_1c_15 M14_1d_1d_15 M14_1d_1e_15 M14_1d_1f_15 M14_1d_1g_15 M14_1d_1h_15 M14_1d_1i_15
        M14_1d_1j_15 M14_1d_1k_15 M14_1d_1l_15 M14_1e_1c_15 kM14_2p_15 M14_2q_15 M14_2r_15 M14_2s_15 M14_2t_15 M14_2u_15
        M14_2v_15 M14_2w_15 M14_2x_15 M14_2y_15 M14_2z_15 M14_30_15 M14_31_15 M14_32_15 M14_33_15 M14_34_15 M14_35_15
        M14_36_15 M14_37_15 M14_38_15 M14_39_15 M14_3a_15 M14_3b_15 M14_3c_15 M14_3d_15 M14_3e_15 +qD-76d +qD-773 D-796
        +10hV M6qz_6qz_6qz_6qz +2vV M1m_1m_1p M1p_1p M1p_1p_1p +2tV M8gt_mw +47V 2+3uV +1cD1c +1cV +2A D-8af D-2xy D-89z
        +2V +6A D-8bg D-8al D-8bj D-8bi V +2A V +2A +5V D-8pe D-8p3 +2D-8cf +2sA +7V +4A +3V +2A 5+19V 1V 5V 2+1kV 7D-e
        V e+oV 9+7V 1+7V 1+7V 1+7V 1+7V 1+7V 1+7V 1+7V 1+3iV y+qV 1+4V Dc32 +2bV Dm98 cD64g D65j D65w D664 D66t D680
        D686 D68p D69e D6ra D6sb D6sg D6t2 D6tl D6u5 D6vl D6w5 D6wf D70p D73a D741 D745 D74y D756 D75w D768 D76w D78b
        D78s D79i D7uh D7wg D897 D89t D8a0 D8aa D8ar D8cu D8q2 D8rd D8uo D8va D8vs D8wd D8xu D8xw D97x D986 D98h D98t
        D9c0 D9c7 D9cb D9fj D9fs D9g4 D9gb D9hz D9if D9iw D9l3 Da17 Da2g Da30 Danj Dann Dapx Daqc Daqo Dar8 Dasa Dase
        Dazs Db0f Db1a Dbth Dbva Dbvw Dbxh Dby4 Dbyc Dbyi Dbzx Dc01 Dc0w Dcuu Dd78 Dd7j Dd7n Dd7q Dd7x Dd8e Dd8f Ddan
        Ddgm Ddgq Ddq4 Ddqd Ddrq Ddrw Dds4 Ddsb Ddut Dduz De1a De1g De2s De38 De4i Deb2 Deb8 Debo Dekq Deo7 Deoc Detd
        Devr Dex0 Df7h Dfb5 Dfr2 Dfrs Dftc Dfuq Dfwl Dfwv Dfx0 Dfxw Dfzz Dg08 Dg9t Dg9z Dga7 Dgaf Dgau Dgb8 Dgbb Dgdh
        Dgdk Dgdp Dh4x Dh5q Dhiq Dhj1 Dhjn Dhrh Dhrt Dhtr Dhv0 Diaq Dib4 Dibi Dicg Didg Diiy Dij9 Dil3 Diry Diss Diyk
        Diz4 Diz8 Dj5b Djae Djdu Djdz Dje3 Dk40 Dk48 Dk8j Dkcs Dkcu Dke4 Dkh0 Dkhc Dkhf Dkhl Dkka Dkl7 Dklc Dklp Dkqb
        Dkrp Dkrs Dkwu Dkww Dkxe Dl4d Dl5o Dl5u Dl7r Dl80 Dl82 Dl8b Dl94 Dlk2 Dlv5 Dlve Dlwf Dlx0 Dlx7 Dlxg Dlxj Dlym
        Dlyp Dlz5 Dlz9 Dlzl Dm0b Dm0p Dm0w Dm2i Dm2w Dm2z 16D-9gg V D-9g4 +1fV D-10 V D6x5 +2D6x7 +5V 1+2eV 2+2V Mw_9ll
        Mw_9lm +2V M9l4_9l6 +2nV M9mb_9mw 5+17V 1+2D-6cx D-689 D-6cy +2D-689 +3D-6d0 +6D-68a D-6cm +3D-6d7 D-6cj +aD-6d8
        +lD-6b2 I +2D-6dt +2D-68w D-68t D-68s D-68o D-68l D-68k D-6du D-68i D-68h +2D-6dw D-6dv +2D-6du D-6dr D-6dq
        +5D-6dp D-6dn D-6dk D-6db D-6d5 D-6d1 +2D-68h +3D-6ct +2D-6bn D-6bl +2D-6bd D-6bc D-6b3 D-6b1 1+2V D5m6 D5q1
        D5md D7d2 D5mc D5na D5mb Ddcp D5of D5mm D5lx D7t8 D7f6 D5qz +1yV a+gV M14_3cw_15 M14_3cy_15 M14_3cz_15
        M14_3d1_15 M14_3d2_15 M14_3d3_15 M14_3d5_15 M14_3d7_15 M14_3d8_15 M14_3da_15 M14_3db_15 M14_3dc_15 M14_3dd_15
        M14_3de_15 M14_xz4_15 M14_yvs_15 M14_zc4_15 M14_108s_15 M14_10p4_15 M14_115g_15 M14_1224_15 M14_12ys_15
        M14_13f4_15 M14_14bs_15 M14_14s4_15 M14_158g_15 M14_15os_15 M14_1654_15 M14_13p8_15 M14_1350_13ic_15
        M14_1350_16f8_15 1M14_feo_15 M14_fik_15 M14_fex_15 M14_h5n_15 M14_fis_15 M14_g31_15 M14_fer_15 M14_g2z_15
        M14_fh9_15 M14_gg1_15 M14_kco_15 M14_m7f_15 M14_ldg_15 M14_kdk_15 M14_ssx_15 M14_h7j_15 M14_k4l_15 M14_kkq_15
        M14_kcp_15 M14_ny6_15 M14_glp_15 M14_mm1_15 M14_rs1_15 M14_nz1_15 M14_gc4_15 M14_fkz_15 M14_gos_15 M14_i1y_15
        M14_nhf_15 M14_flt_15 M14_rt3_15 M14_ggk_15 M14_nzh_15 M14_fm9_15 M14_pnu_15 M14_po3_15 D6x7 D8qf Da4h Deh4 +8V
        M34_38_2t M1e_1d M1e_1e M1e_1f M1e_1g M1e_1h M1e_1i M1e_1j M1e_1k M1e_1l M1f_1c M1f_1d M1f_1e M1f_1f M1f_1g
        M1f_1h D-6lc +2D-6lb +3D-6la D-6l9 +2D-6l8 +5D-6l7 Do0i Dox5 Dpdg Dqa3 Dqqe Dr6p Ds3c Dszz Dtga Ducx Dut8 Dv9j
        Dvpu Dw65 M14c8_y5c M13p8_13dk Dt9u V D5fk D5jf D5fr D76g D5jk D63s D5fh D63o D5hx D6go Dada Dc80 Dbe0 Dae3 Ditf
        D780 Da51 Dal5 Dad3 Ddyj D6m1 Dcmc Dhsb Ddza D6cc De2n Dd5p D7o8 Dij1 D619 D6he Dbih Dk11 D5m8 D647 Db7k D5eu
        D5fs D5et D8jj D6kr D6fm D831 D81n Ddh3 D5lg Dhsp D6g5 D7l8 M1f_1i M1f_1j M1f_1k M1f_1l M1g_1c M1g_1d M1g_1e
        M1g_1f M1g_1g M1g_1h M1g_1i M1g_1j M1g_1k M1g_1l M1h_1c M1d_kco M1e_kco M1f_kco M1g_kco M1h_kco M1i_kco M1j_kco
        M1k_kco M1l_kco M1d_1c_kco M1d_1d_kco M1d_1e_kco M2w_2v M2t_36_2v M2t_3a M30_38_2s D-fi D-fh D-fg D-ff +2D-fe
        D-fd D-fc D-fb D-fa D-f9 D-f8 D-f7 D-f6 D-f5 D-f4 D-f3 D-f1 D-f0 D-ez +6D-ey D-ew D-eu D-es D-eq +5D-eo D-en
        D-em +6D-el +4D-ek Mfl0_gp8 M9lu_9n5_9oc_9mw M9lu_9nv_9n9_9lt M9lu_9o3_9ne_9lu M9lu_9oc_9nv M9lw_9mz_9o3_9m8
        M9lw_9o3_9mp M9ly_9m1_9o3 M9m0_9mh_9m7_9oc_9mx M9m0_9oc_9m3_9oc M9m2_9o3_9mh M9m2_9oc_9nk M9m3_9lw_9nu
        M9m3_9nt_9mr_9mw M9m3_9nx_9nu_9oc M9m4_9nx_9o3 M9m4_9o3_9ni M9m6_9m4 M9m6_9mz_9oc M9m5_9np_9nu_9oc
        M9m6_9nv_9mo_9oc M9m5_9nx M9m5_9nx_9m8_9nt_9nk M9m5_9nx_9nl_9oc_9mw_9nv M9m5_9nx_9nz_9mr_9mw M9m8_9nt_9nk
        M9m8_9nt_9nk_9mw_9o3 M9m7_9nv_9mk_9lw_9nx M9m7_9nx_9oc_9n1 M9m9_9oc_9mh M9mb_9nv_9my M9mb_9oc_9nh
        M9md_9lw_9m7_9nv M9md_9o3_9mp_9oc_9nk M9mf_9nu_9o3_9m8 M9mj_9o3_9mp M9mj_9o3_9mw M9mo_9oc_9mh M9mv_9mf M9mx_9nv
        M9mw_9o3 M9my_9n2 M9n2_9mr_9mw M9n3_9lw_9ms M9n5_9oc_9mj_9o3_9mw M9n5_9oc_9ms M9n4_9oc_9nw_9nv
        M9n8_9lu_9mh_9mw_9nv M9n8_9m7_9nv M9n8_9mb M9n7_9nv M9n9_9lt_9nt_9mr_9mx M9n9_9lv_9oc_9mw M9na_9mr_9mf_9lz_9nv
        M9n9_9nt_9o3 M9nc_9m7_9mn_9oc_9nv M9ne_9ml M9ne_9mz_9n6 M9nc_9nv_9ms M9ne_9o3_9mh M9ne_9oc_9mg M9nd_9oc_9mn
        M9nh_9lw_9o3_9mw M9ng_9nv_9mw M9nf_9o3 M9nh_9o3_9mx M9nf_9oc_9nv M9nf_9oc_9o3 M9ni_9lw_9m7_9nx M9ni_9lw_9nv
        M9ni_9mr_9n3 M9ni_9nv_9m7 M9ni_9o3_9mf_9nr_9o3 M9nj_9m7_9nx_9o3 M9nj_9nu M9nj_9nu_9n4_9oc_9nv M9nl_9m4
        M9nl_9m4_9mw_9o3 M9nl_9oc_9mw_9nv M9no_9oc_9mx M9no_9oc_9nv M9nq_9lu_9o3 M9nu_9mr_9mw_9nv M9nu_9nt M9nv_9n8_9oc
        M9nv_9oc_9na_9nv M9nw_9nk M9nw_9o3_9mw_9ma_9o3 M9nz_9mr_9mw M1c_m9l M1d_m9l M1e_m9l M1f_m9l M1g_m9l M1h_m9l
        M1i_m9l M1j_m9l M1k_m9l M1l_m9l M1d_1c_m9l M1d_1d_m9l M1d_1e_m9l M1d_1f_m9l M1d_1g_m9l M1d_1h_m9l M1d_1i_m9l
        M1d_1j_m9l M1d_1k_m9l M1d_1l_m9l M1e_1c_m9l M1e_1d_m9l M1e_1e_m9l M1e_1f_m9l M1e_1g_m9l M2w_34_2p M2s_2p M2p_39
        M2q_2p_36 M33_3a M34_2r M2s_31 M2s_31_1e M2s_31_1f M2x_39 Minn_jdc Mk6l_gp8 Mhlz_l7n Mk5q_lh7 Mkkq_irz_fmi_ny6
        M34_2p M32_2p Mqk_2p M31_2p M2z_2p M2z_2q M31_2q M2v_2q M2r_2p_30 M2z_2r_2p_30 M34_2u M32_2u Mqk_2u Mqk_2v
        M31_2v M2z_2v M2w_3e M2z_2w_3e M31_2w_3e M2v_2w_3e M38_2w_3e Mqk_30 M31_30 M2s_30 M2z_30 M2u_31 M32_31 Mqk_31
        M31_31 M2r_31 M2z_31 M31_31_1e M2r_31_1e M31_1e M2z_31_1e M31_31_1f M2r_31_1f M31_1f M2z_31_1f M31_6qd_37
        M31_6qd_37_1e M34_2p M2z_34_2p M31_34_2p M2v_34_2p M36_2p_2s M36_2p_2s_6qd_37 M36_2p_2s_6qd_37_1e M34_37 M32_37
        Mqk_37 M31_37 M34_3a M32_3a Mqk_3a M31_3a M2z_3a M31_3a M34_3b M32_3b Mqk_3b M31_3b M2z_3b M31_3b M2z_qx M31_qx
        1M2q_35 M2r_2r M2r_2s M2r_6qd_2z_2v 1M2s_2q M2v_3d M2w_2p M2w_34 M2x_32 M2z_2z M2z_31 M2z_38 M30_31 M30_32
        M30_33_2v M30_3c M31_2q M31_2x_30 M31_33_30 M34_2w 1M34_34_31 M34_36 M37_36 M37_3a M3b_2q M3a_6qd_31 M2p_6qd_31
        M1d_k4l M1e_k4l M1f_k4l M1g_k4l M1h_k4l M1i_k4l M1j_k4l M1k_k4l M1l_k4l M1d_1c_k4l M1d_1d_k4l M1d_1e_k4l
        M1d_1f_k4l M1d_1g_k4l M1d_1h_k4l M1d_1i_k4l M1d_1j_k4l M1d_1k_k4l M1d_1l_k4l M1e_1c_k4l M1e_1d_k4l M1e_1e_k4l
        M1e_1f_k4l M1e_1g_k4l M1e_1h_k4l M1e_1i_k4l M1e_1j_k4l M1e_1k_k4l M1e_1l_k4l M1f_1c_k4l M1f_1d_k4l M2v_2p_30
        +m8dV 3+1jV 9+9oV k+1aA +iV +sA D-w2a D-w29 +2iV 8+yV +eA +2V +1qA D-1 +8V +4A D-r9g +aA +3V +2A D-wmg +2V +4A
        +2V +kA D-wn8 D-wnj D-wnf D-wn5 D-wn8 V D-wlu D-wmi D-wlx Dps +gA D-1c D-wn7 D-raw +4A D-wo7 +gA D-wu9 kD-x32
        D-x3j D-x3h D-x37 +2A V D-wy9 D-wx2 +1fV 3+aV 6+1kV 8+1yV 8+cV 6+38V b+uV 3+26V 1+bV 4+xV 1+1jV 9+eV 2+aV 2+2vV
        o+sV a+6V 2+6V 2+6V 9+7V 1+7V 1+18V D-tx D-12 D-xdf D-d +9V D-xcs +2V 4+28D-tzk +1aV 2+aV 6+8mcV c+nV 4+1dV
        6isD-lh4 D-sul D-kzc D-ldn D-rar D-xqr D-wm9 D-hnv D-hnw D-vjs D-ke1 D-was D-vk4 D-tuf D-pt1 D-o0a D-moh D-mdz
        D-m56 D-kn8 D-s9e D-rne D-qwt D-qbd D-n2z D-khb D-isp D-xp5 D-wpz D-s2h D-qo3 D-mpe D-hz6 D-us1 D-r3r D-ms6
        D-m2o D-tp8 D-nke D-mbs D-uhq D-suq D-rls D-qi7 D-km6 D-xif D-x2v D-wup D-tbg D-s4e D-qoy D-pqk D-nxv D-mr3
        D-moq D-l6w D-jd2 D-iiy D-i0w D-pf3 D-p8d D-of1 D-n79 D-k6z D-hxd D-lt7 D-voj D-ugv D-oo4 D-nuv D-qn8 D-pdp
        D-lfq D-jf6 D-voy D-uzt D-sah D-rjn D-rb3 D-oio D-obd D-jk6 D-ww0 D-nuw D-x2w D-x3d D-p4q D-oex D-n6v D-jj8
        D-lp6 D-tqk D-sbe D-lsv D-xt1 D-v3s D-ua6 D-qfu D-q2a D-wuk D-pd5 D-xie D-ud9 D-xui D-rrw D-t81 D-ojs D-wq0
        D-vta D-prg D-n51 D-lvp D-rzq D-kw1 D-ru2 D-tpx D-nf3 D-tlh D-q35 D-xqh D-x73 D-x4g D-smx D-olw D-nil D-luz
        D-khb D-wwa D-wn2 D-vm6 D-uja D-t6m D-r5y D-pcr D-jq1 D-isd D-hyp D-hx7 D-wz3 D-szp D-s2d D-kyz D-umy D-u0v
        D-txs D-tfb D-rcf D-qx6 D-qa3 D-p8r D-of6 D-nxk D-l0y D-n1n D-ktz D-k7l D-x39 D-wze D-wkh D-r13 D-mam D-lx3
        D-ul5 D-ucu D-tnt D-s1j D-ors D-qia D-xqc D-w4w D-v5v D-usx D-uc0 D-qgr D-qbp D-o45 D-nze D-kfx D-ji4 D-jfv
        D-ja4 D-xm2 D-pag D-kjn D-jk0 D-u6w D-xtg D-xcx D-v66 D-v3y D-t9h D-se5 D-quq D-pz3 D-n2e D-ksn D-htj D-t31
        D-jo8 D-x1a D-swd D-st2 D-rrd D-rhr D-qf7 D-q5w D-pk3 D-on3 D-j8y D-x9g D-tyc D-jmj D-xih D-uyk D-rn0 D-l2l
        D-uh9 D-u51 D-ssj D-qj8 D-jme D-x4k D-wr3 D-v3u D-t71 D-syb D-soq D-rum D-qfy D-q2r D-o6l D-mc8 D-mbr D-kkd
        D-jk8 D-wx8 D-rhu D-wr4 D-qvy D-qc7 D-mwm D-jm6 D-ihn D-i1g D-swt D-roq D-npq D-p4c D-p20 D-orr D-qpm D-r4y
        D-lus D-xtp D-ngo D-x51 D-x6h D-uor D-tv3 D-oq5 D-vb3 D-rtz D-t3m D-l3g D-mgs D-jp8 D-m7z D-uns D-xcc D-wgd +2V
        D-vxy V D-t5q +2V D-x87 D-qng D-pxp D-pgc D-pff D-pf9 D-pe4 D-jie D-orj D-o69 V D-mxa V D-lyi +2V D-kx9 D-krt
        +3V D-j7f D-j73 D-j5w D-i9l D-ksw D-jnc D-xoi D-xfu D-xd1 D-x2i D-x1s D-wys D-wih D-wfl D-wcw D-vzt D-vwy D-v6f
        D-v66 D-ucp D-u6u D-u5t D-u32 D-tf6 D-tb4 D-t6a D-ssf D-rta D-ros D-rhh D-r16 D-qvy D-qi0 D-pmi D-phq D-phg
        D-phi D-phb D-ph6 D-ph0 +2D-pfp D-pas D-p90 D-p06 D-okj D-ojz D-oig D-oa0 D-o5y D-nsf D-nok D-nol D-nbc D-mds
        D-ma3 D-m01 D-lyi D-ln5 D-llp D-l2o D-kz3 D-jnp D-jfu D-je7 D-ueu D1sw2 D-nrp 2D-y16 D-xbw D-xe2 D-xrn D-xf3
        D-xdh D-x4f D-x31 D-wkb D-wmc D-wkh D-wih D-w0y D-vyi D-vui D-vu3 D-vmm D-vh5 D-ur4 D-uqy D-umz D-ul4 D-ucu
        D-u9l D-ubk D-u7v D-u96 D-u55 D-u3c D-ts9 D-tpu D-tod D-th6 D-t99 D-t4r D-t4o D-t32 D-s9o D-s7w D-rx2 D-rlp
        D-rm6 D-rjs D-rct D-r3i D-pva D-qy1 D-quo D-qra D-qi8 D-qe4 D-qco D-q6f D-q6e D-q1o D-q18 D-q0k D-py7 D-pyi
        D-pnj D-pa3 D-p2l D-oxf D-or8 D-on0 D-odv D-o8d D-nkx D-ngl D-mrg D-met D-mcx D-mci D-m4a D-m2q D-m40 D-m2j
        D-m2n D-m35 D-m12 D-lyu D-lo9 D-l8q D-l01 D-krv D-klr D-jt6 D-jqc D-jn6 D-jji D-jij D-ji8 D-jgx D-iwr D-i0i
        D1njv D1njo D1ptw D-11rp D-10vv D-10uz D1vuc D1xx6 D24n0 D-i39 D-i17 12M2u_2u M2u_2x M2u_30 M2u_2u_2x M2u_2u_30
        +2M37_38 cM12s_12u M12s_12d M12s_12j M132_12u M12s_12l 5M15l_14k V M16a_14n D-1cfy D-1cgh +2D-1cgf +3D-1cg9
        D-1cfz D-1cfy D-1dku M161_14x M161_14y M161_14s_14x M161_14s_14y M15c_14n M15c_14o M15c_14s M15d_14s M15e_14s
        M15f_14s M15g_14s M15h_14s M15i_14s 1M15k_14s M15l_14s M15m_14s M15n_14s M15o_14s 1M15q_14s 1M15s_14s M15t_14s
        1M15v_14s M15w_14s 1M15y_14s M15z_14s M160_14s M161_14s M162_14s M15h_14p M15d_14v M15n_14v M15w_14v M15c_15o
        D-1cdb D-1cdc D-1cd3 D-1cd4 D-1cd5 D-1cd6 D-1cd4 D-1cd5 D-1cd6 D-1cd7 D-1cd6 D-1cd7 D-1cd8 D-1cd9 D-1cdg D-1cdh
        D-1cdi D-1cdj D-1cdf D-1cdg D-1cdh D-1cdi D-1cdp D-1cdq D-1cdr D-1cds D-1ccm D-1ccn D-1cco D-1ccp D-1cco D-1ccp
        D-1ccq D-1ccr D-1cdq D-1cdr D-1cds D-1cdt D-1cdv D-1cdw D-1cdx D-1cdy D-1cdw D-1cdx D-1cdy +2D-1cdz D-1ce0
        D-1ce1 D-1ce2 D-1cdx D-1cdy D-1ce0 D-1ce1 D-1ce0 D-1ce1 D-1ce8 D-1ce9 D-1cdu D-1cdv D-1ce3 D-1ce4 D-1cdh D-1cdi
        D-1cdj D-1cdk D-1cdf D-1cdg D-1cdh D-1cdi D-1cdf D-1cdg D-1cdh D-1cdi D-1cdl D-1cdm D-1cdn D-1cdo D-1cdg
        +2D-1cdh D-1cdi D-1cdj D-1cdk D-1cdg +2D-1cdh D-1cdi D-1cdj D-1cdk D-1cdo D-1cdp D-1cdq D-1cdr D-1cd8 +2D-1cd9
        D-1cda +xV D-1cfa D-1cfb D-1cfc D-1cfd D-1ceo D-1cep D-1cer D-1ces D-1cer D-1ces M1c7_19w D-1cer D-1ces D-1cez
        D-1cf0 D-1cex D-1cey D-1ces D-1cet D-1ceu D-1cev D-1cin D-1cio +2M17q_17r +2M17q_1cl +2M17q_18o +2M17q_1c7
        +2M17q_1c6 +2M17q_1c8 +3M17q_1cg +3M17q_18p D-1cfk D-1cfl D-1cfm D-1cfn M17q_17w M17q_17x M17q_18l M17q_18p
        M17q_18q M17s_17w M17s_17x M17s_17y M17s_18l M17s_18p M17s_18q M17u_17w M17u_17x M17u_17y M17u_18l M17u_18p
        M17u_18q M17v_17w M17v_18l M17v_18p M17v_18q M17w_17x M17w_18l M17x_17w M17x_18l M17y_17w M17y_17x M17y_18l
        M183_17w M183_17x M183_17y M183_18l M185_17x M185_18l M186_17w M186_17x M186_17y M186_18l M187_17x M187_18l
        M188_18l M189_17w M189_18l M18a_17w M18a_18l M18h_17w M18h_17x M18h_17y M18h_18l M18h_18p M18h_18q M18i_17x
        M18i_18l M18i_18p M18i_18q M18j_17r M18j_17w M18j_17x M18j_17y M18j_18k M18j_18l M18j_18p M18j_18q M18k_17w
        M18k_17x M18k_17y M18k_18l M18k_18p M18k_18q M18l_17w M18l_17x M18l_17y M18l_18l M18l_18p M18l_18q M18m_17w
        M18m_17x M18m_17y M18m_18l M18m_18p M18m_18q M18n_17w M18n_18l M18n_18p M18n_18q M18q_17w M18q_17x M18q_17y
        M18q_18l M18q_18p M18q_18q M180_19s M181_19s M18p_19s Mw_18s_18x Mw_18t_18x Mw_18u_18x Mw_18v_18x Mw_18w_18x
        Mw_18x_19s M17q_181 M17q_182 M17q_18l M17q_18m M17q_18p M17q_18q M17s_181 M17s_182 M17s_18l M17s_18m M17s_18p
        M17s_18q M17u_181 M17u_182 M17u_18l M17u_18m M17u_18p M17u_18q M17v_181 M17v_182 M17v_18l M17v_18m M17v_18p
        M17v_18q M18h_18p M18h_18q M18i_18p M18i_18q M18j_17r M18j_18k M18j_18l M18j_18p M18j_18q M18k_18l M18k_18p
        M18k_18q M18l_17r M18l_18l M18m_181 M18m_182 M18m_18l M18m_18m M18m_18p M18m_18q M18p_19s M18q_181 M18q_182
        M18q_18l M18q_18m M18q_18p M18q_18q M17q_17w M17q_17x M17q_17y M17q_18l M17q_18n M17s_17w M17s_17x M17s_17y
        M17s_18l M17s_18n M17u_17w M17u_17x M17u_17y M17u_18l M17u_18n M17v_18l M17w_17x M17w_18l M17x_17w M17x_18l
        M17y_17w M17y_18l M183_17w M183_17x M183_17y M183_18l M185_17x M185_17y M185_18l M186_17w M186_17x M186_17y
        M186_18l M187_17x M188_18l M189_17w M189_18l M18a_17w M18a_18l M18h_17w M18h_17x M18h_17y M18h_18l M18i_17x
        M18i_18l M18j_17w M18j_17x M18j_17y M18j_18k M18j_18l M18k_17w M18k_17x M18k_17y M18k_18l M18k_18n M18l_17w
        M18l_17x M18l_17y M18l_18l M18m_17w M18m_17x M18m_17y M18m_18l M18m_18n M18n_17w M18n_18l M18n_19s M18q_17w
        M18q_17x M18q_17y M18q_18l M18q_18n M17q_18l M17q_18n M17s_18l M17s_18n M17u_18l M17u_18n M17v_18l M17v_18n
        M183_18l M183_18n M184_18l M184_18n M18j_18k M18j_18l M18k_18l M18m_18l M18m_18n M18q_18l M18q_18n M18g_18u_18x
        M18g_18v_18x M18g_18w_18x M187_18p M187_18q M189_18p M189_18q M18a_18p M18a_18q M183_18p M183_18q M184_18p
        M184_18q M17x_18p M17x_18q M17w_18p M17w_18q M17y_18p M17y_18q M185_18p M185_18q M186_18p M186_18q M184_17w
        M184_17x M184_17y M184_18l M184_181 M183_181 M185_181 M186_181 M187_18p M187_18q M189_18p M189_18q M18a_18p
        M18a_18q M183_18p M183_18q M184_18p M184_18q M17x_18p M17x_18q M17w_18p M17w_18q M17y_18p M17y_18q M185_18p
        M185_18q M186_18p M186_18q M184_17w M184_17x M184_17y M184_18l M184_181 M183_181 M185_181 M186_181 M184_17w
        M184_17x M184_17y M184_18l M183_18n M184_18n M187_18l M183_17w M183_17x M183_17y M184_17w M184_17x M184_17y
        M187_18l M188_18l +2M17r_18r +iV M17u_17w_18l +2M17u_17x_17w M17u_17x_18l M17u_17y_18l M17u_18l_17w M17u_18l_17x
        M17u_18l_17y +2M17w_18l_17x M17x_18l_18q M17x_18l_18p M183_17x_17w M183_17w_17x M183_17w_18p +2M183_18l_17x
        M183_18l_17w +2M183_18l_18l +2M185_17x_17x M185_18l_18l +2M184_17x_18l M184_17w_18q +2M184_18l_17y
        +2M184_18l_18l M186_17x_18p +2M186_17y_18l +2M187_18l_17x M187_18l_18l M187_18l_18q M189_17w_18l +2M189_18l_18l
        M189_18l_18p M18a_18l_18l M18a_18l_18q M18a_18l_18p +2M18h_17y_18l M18i_18l_17x M18i_18l_18l M18k_17x_18l
        M18k_17x_18q M18k_17x_18p +2M18k_17w_17w +2M18k_17y_18l +2M18k_18l_17x M18l_17x_17w M18l_17x_18l M18l_17x_18q
        M18l_17w_17x M18l_17w_18l M18l_17y_17w M18l_17y_18l +2V M18l_17w_17y M18n_18l_17w M18n_18l_18l M18m_17x_18l
        M18m_17x_18p +2M18m_17w_18l M18m_17w_18p M18m_18l_18q M18m_18l_18p +2M18q_18l_18l M17s_17y_18q M17u_17w_18q
        M17u_17w_18p M17u_17y_18q M17u_17y_18p M17u_18l_18q M17u_18l_18p M17w_18l_18q M17w_17x_18p M17w_18l_18p
        M183_17y_18p M185_17x_18q M184_17x_18q M186_17x_18q M18k_17w_18q M18k_18l_18q M18q_17x_18q M18q_17w_18q
        M18q_18l_18q M18l_18l_18q M18i_18l_18q M18m_17x_18q M18i_18l_17x M18k_17x_18l M189_18l_18q M18j_18l_18q
        M18m_17w_17x M18l_17y_18q M18k_17w_18l M18j_18l_18l M18k_17w_18l M18m_17w_17x M17w_17x_18q M17x_17w_18q
        M18l_17w_18q M18h_18l_18q M17s_17x_18q M18j_18l_18l M189_17w_18l M185_18l_18l M183_17y_18q M18m_17w_18q +8V
        wM185_18k_1ci M18i_18k_1ci M17r_18k_18k_18n M17r_18j_17s_181 M18l_17x_18l_17z M185_18k_189_18l M181_183_18o_18k
        M189_18k_18q_18n M18o_183_18k_18l M185_18k_18p
        M185_18k_18p_w_17r_18k_18k_18n_w_189_18k_18q_18n_w_18o_183_18k_18l M17w_18k_w_17w_18k_17r_18k_18n
        M181_1cc_17r_18k +3V +gI D-1e5g D-14pc 1+2D-1e55 D-1e5w D-1e53 +2D-14ox 7+gV 1D-17vh D-17vj D-1e50 D-1e51
        +2D-1e6l D-1e4c D-1e4b +2D-14px +2D-14q3 +2D-14qb +2D-14qf +4D-14qd +2V D-1e5o D-1e5n +4Mw_lh D-1e5q D-1e5r
        D-1e5s D-1e78 D-14r4 2D-1e6x D-1e6z D-1e6v D-1e7q D-17wk +2D-1e7l D-1e5c D-1e5b +2D-14qx D-1e7w D-1e7u +2D-1e7r
        D-1e7q D-1e7c D-1e7b D-1e7d 1D-1e6k +2D-1e85 D-1e7f 4Mw_18r M18g_18r Mw_18s V Mw_18t 1Mw_18u M18g_18u Mw_18v
        M18g_18v Mw_18w M18g_18w Mw_18x M18g_18x Mw_18y M18g_18y +2D-1d27 +2D-1d28 +2D-1d29 +2D-1d2a +2D-1d2b D-1d2c
        D-1d2d +2D-1d2e +2D-1d2f D-1d2g D-1d2h +2D-1d2i +2D-1d2j D-1d2k D-1d2l +2D-1d2m D-1d2n D-1d2o +2D-1d2p D-1d2q
        D-1d2r +2D-1d2s D-1d2t D-1d2u +2D-1d2v D-1d2w D-1d2x +2D-1d2y +2D-1d2z +2D-1d30 +2D-1d31 +2D-1d32 D-1d33 D-1d34
        +2D-1d35 D-1d36 D-1d37 +2D-1d38 D-1d39 D-1d3a +2D-1d3b D-1d3c D-1d3d +2D-1d3e D-1d3f D-1d3g +2D-1d3h D-1d3i
        D-1d3j +2D-1d3k D-1d3l D-1d3m +2D-1d3n D-1d3o D-1d3p D-1d3q D-1d3k D-1d3l D-1d3m +2D-1d3n D-1d3o D-1d3p +2D-1d3q
        D-1d3r D-1d3s +2D-1d3t D-1d3u D-1d3v +2D-1d3w D-1d3x D-1d3y +2D-1d3z D-1d40 D-1d41 +2D-1d42 D-1d43 D-1d44
        +2D-1d45 +2D-1d46 +2D-1d47 D-1d48 D-1d49 D-1d4a +2M18k_17m +2M18k_17n +2M18k_17p +2M18k_17r 2I 1+wD-1ecg
        +qD-1ebk +10D-1ecg +2D-168q D-1eer +2D-14ye D-14yr D-14ru D-14s4 D-14ue D-14ud D-14uc D-14ub D-14ua D-14sp
        D-14so D-14sn D-14to D-14s4 D-14un D-14um D-14ul D-14uk +2D-14uj D-14ui D-14uh D-14ug D-14uf D-14ue D-14ud
        D-14uc D-14ub D-14ua D-14u9 D-14u8 D-14u6 D-14u5 D-14u4 +6D-14u3 D-14u1 D-14tz D-14tx D-14tv +5D-14tt D-14ts
        D-14tr +6D-14tq D-14tp D-14tm +2D-14w5 I +2D-1b4x D-1b09 D-1b4y +2D-1b09 +3D-1b50 +6D-1b0a D-1b4m +3D-1b57
        D-1b4j +aD-1b58 3+6D-1b35 2+6D-1b37 2+6D-1b39 2+3D-1b3b 3+2D-1ef2 D-1eeu Mw_lg D-1ef2 D-1ef4 D-183h 1D-178m
        +4D-17x5 D-174d D-1737 h+cV 1+qV 1+jV 1+2V 1+fV 2+eV y+3fV 5+3V 4+19V 3+2gV 1+dV 3V 1b+1aV 3m+tV 3+1dV f+sV
        4+10V 9+uV 5+17V 5+uV 1+11V 4+eV 16+14D14 +3aV 2+aV 6+10D14 4+10V 4+14V 8+1gV bV +bD13 1+fD13 1+7D13 1+2D13 1+bV
        1+fV 1+7V 1+2V 3+1gV c+8nV 9+mV a+8V oV +2D-1fht D-1fvh D-1fjf D-1fle 1D-1fj8 D-i76 D-1fj8 D-1fja +2D-1flh
        D-1a7w D-1fli D-1fld D-1fjb D-1fl9 D-1flc D-1flf D-1fjt D-1fu6 D-1fju D-1flc D-1fkk +2D-1fjj D-1flb D16js D-iz3
        D-1flc D16jq D-1fki D16jp D-1fvu +2D-1fl9 D-1fzo D-1fl8 D16jl +2D-1fl7 D-1fl6 D-1fk3 D-1fk6 D-i86 D-1fk7 D-1fl3
        D-17b3 1D-1fkz +2D-1fki D-1fkt +3D-1fqu D16j5 D16jo 1x+6V 2V 1+18V 1+2V 3V 2+nV 1+20V 8+9V 1c+jV 1+2V 5+xV 3+rV
        5+rV 12+1kV 4+kV 2+1eV 1+2V 5+8V 1+3V 1+tV 2+3V 4+aV 7+9V 7+1sV w+13V 4+cV 9+1iV 3+tV 2+rV 5+qV 7+4V c+7V 28+21V
        1j+1fD1s d+1fV 7+1aV 8+aV 6+gV +mDw 3+tV 8+2V 5s+vV 1+16V 1+3V 2+2V g+6V 8+9V x+1aV 8+16V m+qV 12+sV k+nV 9+26V
        4+10V 9+1qV 1+5V d+pV 7+aV 6+1hV 1+iV 8+13V 9+2oV 1+kV b+iV 1+1bV 1q+7V 1V 1+4V 1+fV 1+bV 6+1nV 5+aV 6+4V 1+8V
        2+2V 2+mV 1+7V 1+2V 1+5V 1+aV 2+2V 2+3V 2V 6V 5+7V 2+7V 3+5V b+aV 1V 2V 1+12V 1+aV 1V 2V 1+4V 1+aV 1+2V 8+2V
        t+2kV 1+5V u+20V 8+aV 4m+1iV 2+12V y+1xV b+aV 6+dV j+1mV 6+aV 6+kV s+rV 2+fV 4+nV 55+1oV 2s+wDw +1fV c+8V 2V
        2+8V 1+2V 1+uV 1+2V 2+cV 9+aV 1y+8V 2+1aV 2+bV r+20V 8+2bV d+21V 7+aV 2e+8V 2g+yV e+aV 6+9V 1+19V 1+eV a+tV 3+wV
        2+mV 1+eV 21+7V 1+2V 1+18V 3V 1+2V 1+9V 8+aV 6+6V 1+2V 1+11V 1+2V 1+6V 7+aV 6+18V 4+aV 6u+pV 7+hV 1+15V 3+tV 2dV
        f+1eV d+pnV 2u+33V 1+5V b+5gV 218+2rV d+tsV g+mV a+32zV 5+g7V 5a1+1mV 1c6+ftV 7+vV 1+aV 4+29V 1+aV 6+uV 2+6V
        a+1yV a+aV 1+7V 1+lV 5+jV c0+1mV 5i+wDw +1nV 5+pDr 2+pV 18+23V 4+1lV 7+hV 1s+5V b+7V 9+5p2V 15+wV 2p+37V 6pp+4V
        1+7V 1+2V 1+83V fV t+3V 2V e+4V 8+b0V 1s4+2zV 5+dV 3+9V 7+aV 2+4V +4I 318+5yV +qD-2iyd +aD-2j0g +3V 3+c4V 6+nV
        f+hV f+1aV 2+nV 9+38V 1o+6uV a+13V 2+1hV M2jx3_2jxh M2jx4_2jxh M2jx4_2jxh_2jxq M2jx4_2jxh_2jxr M2jx4_2jxh_2jxs
        M2jx4_2jxh_2jxt M2jx4_2jxh_2jxu +eV +8I +1sV M2jzt_2jxh M2jzu_2jxh M2jzt_2jxh_2jxq M2jzu_2jxh_2jxq
        M2jzt_2jxh_2jxr M2jzu_2jxh_2jxr +16V l+1yV 3e+kV c+kV c+2fV 9+pV 3r+qD-2kdb +qD-2ke1 +qD-2ker +7D-2kfh 1+iD-2kfh
        +qD-2kg7 +qD-2kgx D-2khn 1+2D-2khn 2D-2khn 2+2D-2khn 2+4D-2khn 1+8D-2khn +4D-2kid 1D-2kid 1+7D-2kid 1+bD-2kid
        +qD-2kj3 +qD-2kjt +2D-2kkj 1+4D-2kkj 2+8D-2kkj 1+7D-2kkj 1+qD-2kl9 +2D-2klz 1+4D-2klz 1+5D-2klz 1D-2klz
        3+7D-2klz 1+qD-2kmp +qD-2knf +qD-2ko5 +qD-2kov +qD-2kpl +qD-2kqb +qD-2kr1 +qD-2krr +qD-2ksh +qD-2kt7 +qD-2ktx
        +qD-2kun +qD-2kvd D-2kqb D-2kj2 2+hD-2k8n D-2k8x +7D-2k8n D-2e9m +hD-2k9d D-2k9c +7D-2k9d D-2eah D-2k9z D-2k9x
        D-2k9w D-2k9l D-2k9r D-2k9t +hD-2ka9 D-2kaj +7D-2ka9 D-2eb8 +hD-2kaz D-2kay +7D-2kaz D-2ec3 D-2kbl D-2kbj D-2kbi
        D-2kb7 D-2kbd D-2kbf +hD-2kbv D-2kc5 +7D-2kbv D-2ecu +hD-2kcl D-2kck +7D-2kcl D-2edp D-2kd7 D-2kd5 D-2kd4 D-2kct
        D-2kcz D-2kd1 +hD-2kdh D-2kdr +7D-2kdh D-2eeg +hD-2ke7 D-2ke6 +7D-2ke7 D-2efb D-2ket D-2ker D-2keq D-2kef D-2kel
        D-2ken +hD-2kf3 D-2kfd +7D-2kf3 D-2eg2 +hD-2kft D-2kfs +7D-2kft D-2egx D-2kgf D-2kgd D-2kgc D-2kg1 D-2kg7 D-2kg9
        D-2kfh D-2kfi 2+aD-2l5q +aD-2l60 +aD-2l6a +aD-2l6k +aD-2l6u +i4V f+5V 1+fV uo+vV 6+6V 5x+7V 1+hV 2+7V 1+2V 1+5V
        5+9D-2m0w +3D-2m0v +bD-2m0u D-2m0s +2D-2m0r D-1pz5 D-2lwy D-2m0m D-2m0l D-2lwl D-2ly8 D-2lxd +9D-2m1t +2D-2m1s
        +2D-2m1q D-2m1p +6D-2m1o +2D-2m1n D-2lzq D-2m1e D-2m1g D-2m17 D-2lz4 D-1q1n D-2lz0 xV 34+19V 3+eV 2+aV 4+2V
        8w+vV h+1mV 5V cw+16V 5y+17V 4V 5c+vV 1+mV 8+2V 68+7V 1+4V 1+2V 1+fV 1+5hV 2+gV 15+yDy +16V 4+aV 4+2V lt+1wV
        24+1pV 5e+2D-2od5 D-2od2 D-2od0 1D-2ocd D-2od0 D-2od6 D-2ocx D-2ocf +4D-2ocn D-2od7 D-2od2 D-2ocv D-2od8 D-2ocw
        D-2ode D-2odc +2D-2odn D-2odl D-2odk D-2odf D-2ode D-2odd D-2oby D-2o9v D-2oal D-2oc0 1D-2oe1 D-2ody 1D-2od9
        2D-2oe2 1D-2odb +4D-2odj D-2oe3 D-2ody D-2odr D-2oe4 D-2ods 1D-2oe8 +2D-2oej D-2oeh 1D-2oeb 1D-2oe9 6D-2oeu
        4D-2oey 1D-2oe7 1D-2oef 1D-2oef D-2oez D-2oeu 1D-2of0 D-2oeo 1D-2of4 2D-2ofd 1D-2of7 1D-2of5 1D-2obn 1D-2ods
        1D-2oft D-2ofq 1D-2of1 2D-2ofu D-2ofl D-2of3 D-2ofb 1+2D-2ofb D-2ofv D-2ofq D-2ofj D-2ofw D-2ofk 1D-2og0
        +2D-2ogb D-2og9 1D-2og3 D-2og2 D-2og1 D-2oem 1D-2od9 1+2D-2ogp D-2ogm D-2ogk +2D-2ofx D-2ogk D-2ogq D-2ogh
        D-2ofz 1+3D-2og7 D-2ogr D-2ogm D-2ogf D-2ogs D-2ogg D-2ogy D-2ogw +2D-2oh7 D-2oh5 D-2oh4 D-2ogz D-2ogy D-2ogx
        5D-2ohl D-2ohi D-2ohg 1D-2ogt D-2ohg D-2ohm D-2ohd D-2ogv 1+3D-2oh3 D-2ohn D-2ohi D-2ohb D-2oho D-2ohc D-2ohu
        D-2ohs +2D-2oi3 D-2oi1 D-2oi0 D-2ohv D-2ohu D-2oht 1g+2V 7i+18V 4+2sV c+fV 2+fV 1+fV 1+11V bM1c_18 M1d_18 M1e_18
        M1f_18 M1g_18 M1h_18 M1i_18 M1j_18 M1k_18 M1l_18 +5V M14_2p_15 M14_2q_15 M14_2r_15 M14_2s_15 M14_2t_15 M14_2u_15
        M14_2v_15 M14_2w_15 M14_2x_15 M14_2y_15 M14_2z_15 M14_30_15 M14_31_15 M14_32_15 M14_33_15 M14_34_15 M14_35_15
        M14_36_15 M14_37_15 M14_38_15 M14_39_15 M14_3a_15 M14_3b_15 M14_3c_15 M14_3d_15 M14_3e_15 M9hw_37_9hx D-2q4o
        D-2q4a M2r_2s M3b_3e V +qD-2q4v M2w_3a M31_3a M37_2s M37_37 M34_34_3a M3b_2r +qV M31_2r M31_2s M31_36 +zV M2s_2y
        +tV 1k+qV M9kr_9jf M9mb_9mb D-2gr1 dD-26yt D-28ca D-29ty D-2gr0 D-2avc D-28sb D-1z5f D-28ry D-2aus D-267t D-241l
        D-26bm D-2a4v D-27ip D-2aa9 D-26b3 D-2a6b D-21nj D-239f D-1ym2 D-28tw D-29rg D-24gi D-26xe D-26s3 D-2azt D-2azl
        D-1xwh D-27uu D-2ayo D-29tn D-26ug D-1ygw D-26zi D-22ep D-227t D-29t8 D-24l1 D-2625 D-2627 D-239h D-2a4n D-29hg
        D-1xpq 4M9hw_kdo_9hx M9hw_fex_9hx M9hw_fik_9hx M9hw_i2x_9hx M9hw_m9l_9hx M9hw_jf7_9hx M9hw_nh3_9hx M9hw_gd9_9hx
        M9hw_k0n_9hx 7D-27jt D-29uq e+6V 4a+rdV 3+hV 3+dV 3+62V 6+cV 4V f+cV 4+1kV 8+aV 6+14V 8+uV 2+cV 4+2V e+9V 13+9kV
        8+eV 2+dV 3+bV 3+1lV 1V 4+gV 2+cV 4+aV 7+43V 1+2kV +aD-2sao V sl+wyoV w+3dqV 2+4geV 2+5rlV f+haV 1wiD-3qo3
        D-3qo9 D-3qo1 D-1crl D-3qg4 D-3qdz D-3qdn D-3qbp D-3q8e D-3q7k D-3q5f D-3q64 D-3vqm D-1brn D-3q2p D-3q2j D-3q24
        D-3q1m D-1bzq D-3vq2 D-3q25 D-3q14 D-1byj D-3q0w D-3q0k D-3qkt D-3q0e D-3q06 D-k71 D-3pyg D-3py3 D-3vpc D-3pwl
        D-3pwb D-3pv4 D-3pv0 D-3vnz D-3psu D-3pst D-3ps3 D-3pri +2D-3pr8 D-3pqs D-3ppf D-3pp8 D-3pp0 D-3poc D-3po3
        D-3po2 D-3po3 D-3po4 D-1b0o D-3jyd D-3pm4 D-3plk D-1as5 D-3pla D-3pl5 D-3pkl D-3pge D-3pj9 D-3piu D-3phz D-3pge
        D-3pe3 D-3pde D-3pbk D-3pb5 D-3pa9 D-3paa D-3p9q D-3p99 D-3p92 D-3p8o D-3oz9 D-3p6u D-3oza D-3p4t D-3p3v D-3pzd
        D-3omb D-3ouc D-3otb D-3osn D-3owa D-3oro D-3orq D-3ooc D-18xh D-3omg D-3omc D-3oly D-3olf D-3ol8 D-3ojh D-18l4
        D-18jb D-3ofq D-3oeg D-3oe5 D-3ogd D-3ocg D-3vcp D-3vcc D-3o81 D-3o6k D-3o6l D-17z8 D-3o2y D-3o2e D-3o20 D-3o1p
        D-17q1 D-3o1f D-3o19 D-3ndt D-3o0j D-3v91 D-3nyv D-3nyi D-3nw9 D-3nxp D-176f D-3nsp D-176f D-3nrk D-3nro D-3nr8
        +2D-3nog D-3v4k D-3nnr D-3nml D-3nm1 D-3nku D-3v3a D-16h2 D-3v2m D-3niz D-3nix D-3niv D-3nic D-gsd D-3ngy D-165c
        D-165d D-3gk2 D-3ng2 D-3ng3 D-3v0v D-1333 D-try D-3nef D-3ne7 D-3v08 D-3ncy D-3nbk D-3nbb D-3nae D-3n6n D-3uxz
        D-3uyu D-3n67 D-15g0 D-3n4u D-3n1a D-3n17 D-3n16 D-3n19 D-3n00 D-3mzh D-3myi D-3myx D-3myn D-3mxd D-3mwu D-3mwr
        D-3mw2 D-3mvs D-3mtz D-3mro D-3mqq D-3mnb D-14mk D-3mnw D-3mpq D-3mmr D-3mm1 D-3mjd D-14gd D-3mhp D-3mkb D-3ml4
        D-3us4 D-3mfu D-3mfa D-3meg D-3mfj D-3uqj D-3m9l D-3m8t D-13nk D-3m5k D-3lxw D-3m2s D-3ulx D-3m0u D-3umg D-3unh
        D-3q68 D-3q66 D-3lxw D-3m0p D-3gvd D-3svy D-3lxd D-3lxa D-3lx5 D-3lvh D-3lvt D-12xm D-3ul1 D-3lr9 D-3luj D-3lov
        D-3lnh D-12t2 D-3lna D-3lqe D-3ljm D-3uiy D-3lie D-3lfq D-3lds D-3l8j D-12dl D-3l76 D-3ufq D-3l5a D-11zd D-3l3x
        D-3uec D-3l35 D-3l1x +2D-3l17 D-11m2 D-17fx D-11j3 D-3kx8 D-116n D-3ku5 D-3kts D-3kwn D-3krt D-3kqq D-3kp6
        D-3kqp D-3kpm D-3kp8 D-3kow D-1148 D-3kr7 D-3kk9 D-3kij D-3u8n D-3kg0 D-3kg5 D-10sc D-3klx D-3kbl D-10oi D-10n7
        D-3k98 D-3k62 D-3k6u D-3k6y D-3u68 D-3k5p D-3k4b D-3k4i D-3k31 D-1c6u D-3jyv D-103e D-3jwi D-zuc D-3jso D-3jsc
        D-3jrm D-zdn D-3jqc D-3jps D-z5d D-yz7 D-3jji D-3jj2 D-3tz2 D-3jie D-3tys D-3tyt D-3jdz D-3jdf D-3jcv D-3jcc
        D-3jag D-3tw8 D-3j80 D-y67 D-3j7c D-y3p D-3j60 D-16l6 D-3j1m D-xi2 D-xhg D-xdl D-3tqa D-3tpz D-3ivg D-x8u D-x8w
        D-x7u D-x75 +2D-3iuf D-3iug D-3ita D-3tow D-3irj D-3tol D-3tme D-wmo D-3im8 D-3ikj D-3iis D-3tke D-w8c D-3if1
        D-w56 D-w40 D-3idj D-3ib0 D-3tih D-3i8p D-3i8g D-3i8c D-vkw D-vcm D-vcn D-3i41 D-3tcu D-v5i D-3hy4 D-3hy2 D-3tbx
        D-uzp D-3hqs D-3t8n D-3hq8 D-3hqe D-3hpm D-ued D-3hmx D-3t64 D-3hk7 D-3hil D-3hgr D-3t4t D-tvu D-tv0 D-3t3v
        D-tr0 D-3h8c D-to9 D-3h7n D-3h4v D-3h4l D-tcx D-tax D-3h25 D-t7a D-3h1r D-134x D-3t0s D-3h00 D-3gxs D-3szd
        D-3gw7 D-3oi9 D-stc D-ssz D-133q D-133i D-3gqy D-3gqw D-3e27 D-3swz D-3gn2 D-3gn9 D-3gms D-3q3j D-3gma D-3gm9
        D-3gm0 D-3gkw D-s4b D-3gkz D-3gjg D-3ghj D-3gfi D-3gjd D-3gf4 D-3gdz D-3gaw D-3gi5 D-3gev D-3geu D-3gef D-rxq
        D-rp6 D-rtd D-3ssc D-3g6v D-3g6u D-3g5w D-qg1 D-3g3s D-rcx D-3sr5 D-3sr2 D-r9b D-r1b D-3sqv D-3fxf D-3fx4 D-3fwu
        D-3fwt D-3fv2 D-3fw0 D-3fsb D-3ftk D-3fpe D-3fro D-3fpu D-3fp4 D-3so8 D-3fmn D-3fls D-3snd D-3fj7 D-3fj5 D-py6
        D-3ffz D-3fft D-3slv D-3ff3 D-3w27 D-pi5 D-pd2 D-3si7 D-3shz D-3f3j D-3f1f D-3ex3 D-3erh D-oq3 D-3ep5 D-3eok
        D-3em3 D-3ejk D-o89 D-1brp D-3ehb D-3ehr D-3egc D-1blr D-3ea2 D-3e7b D-mxa D-mwk D-3dxq D-3dv6 D-3dub D-mnr
        D-3du3 D-3dm7 +2D-3dht D-3dke D-3d9u D-3d93 D-lpv D-3cyr D-3ryy D-3cxl D-lfe D-3rws D-3cq8 D-3o02 D-3cnm D-koh
        D-kil D-3rt6 D-3rsz D-3cii D-k4x D-3rre D-k13 D-3chf D-3chg D-3cgn D-jt7 D-3cbk D-3ro0 D-3c9n D-3c66 D-3c5g
        D-3c3t D-3rju D-iqh D-3bw8 D-3bnv D-3bin D-3rcv D-3rc1 D-3bfs D-hmq D-3rbt D-hl9 D-hdx D-hab D-3b6i D-3r9c
        D-3b4u D-3b4q D-3b4k D-3b4b D-3b45 D-3b35 D-gm5 15u+3t7V 5+6juV f62u+6oI
        """

    /// Joining types that CheckJoiners asks for: transparent, dual, right, left.
    static let joiningText: StaticString = """
        4tT gi+34T 7n+7T 7b+19T 1T 1+2T 1+2T 1T 20+bT 1T 3D 1+4R D R D R +5D +4R +dD 1+7D R +2D +lT e+2D T +3R 1+3R +gD
        +iR +12D R +2D +9R D R D R +2D +2R 1R +7T 2+6T 2+2T 1+4T +2R a+3D 2D fT R T +3D +5R +4D R +9D R D R D R +2D R
        +rT 2R +bD +3R +fD +2R +4D R D +2R +3D +2R +6D 12+bT p+xD +9T 9T o+4T 1+9T 1+3T 1+5T iR +5D +2R D R +aD R D +3R
        +3T 4D 1+4D 1R D +2R 5+jR 3D 2+5D R D 7+9T +aD +3R 1R +2D +2R +6D R +fD 1+oT 1+wT 1jT 1T 4+8T 4T 3+7T a+2T tT
        1mT 4+4T 8T k+2T qT 2+2T 1lT 4+2T 4+2T 2+3T 3T u+2T 3T b+2T 1lT 4+5T 1+2T 4T k+2T m+6T 1T 1mT 2T 1+4T 8T 7+2T
        b+2T uT 1pT cT 1eT 3T 1jT 1+3T 5+3T 1+4T 7+2T b+2T tT 1mT 2T 6T 5+2T k+2T s+2T 1l+2T 4+4T 8T k+2T tT 20T 7+3T 1T
        2iT 2+7T c+8T 2qT 2+9T b+7T 21+2T rT 1T 1T 1j+eT 1+5T 1+2T 5+bT 1+10T 9T 2u+4T 1+6T 1+2T 2+2T p+2T 4+3T g+4T dT
        2+2T 6T fT jj+3T qa+3T t+2T u+2T u+2T 1s+2T 1+7T 8T 2+bT 9T 15D 3+3T 1T g+2hD c+2T +yD T D 39+3T 4+2T 9T 6+3T
        63+2T 2T 1mT 1+7T 1T 1T 2+8T 6+aT 2T 1c+1aT 2+cT k+4T 1cT 1+5T 1T 5T 14+9T c+2T w+4T 2+2T 1+3T 1kT 1+2T 3T 1+3T
        1m+8T 2+2T 48+3T 1+dT 1+7T 4T 6T 3+2T 5i+1sT ejT 2+2T q+5T 1d+5T 5+6T 2o+xT 2da+3T 3xT 2o+wT fe+4T 2z+2T n9w+4T
        1+aT w+2T 28+2T 7kT 3T 4T p+2T 5T j+1eD L 29+2T q+iT dT 12+8T p+bT 1a+3T 1cT 2+4T 2+2T 13T 1v+6T 2+2T 2+2T cT 8T
        1bT 1fT 1+3T 2+2T 5+2T 1T 16+2T 8T 6mT 2T 4T fn4T kh+gT g+gT 5rT 6x+3T e9T 6aT 45+5T 1ae+3T 1+2T 5+4T 14+3T 4T
        3k+5D R 1R 1+2R 2L +5R +4D L +5D R +3D R 2R +2T 4+4D R 40D R D +3R +3D R +2D R D +2R D R n+4R +2D 9dL +xD R D
        +4T 1t+5T 8t+2T lR +2D 1+2D 1e+6T 1c+3D R +hD 1+bT +3D R r+4D +2R +cD +4T 16D 1+2D +3R 1D +2R +2D R +2D 1D +2R D
        4R D L 1hT 1i+fT 15T 2+2T a+3T 1d+4T 2+2T 7T 1p+3T 10+5T 1+8T 1qT c+2T 1g+9T a+4T 2T 2n+3T 2T 1+2T 6T 2T 4dT
        3+8T l+2T 1l+2T 3T 11+7T 3+5T 1y+6T dT 1T 1T e+2T 2d+8T 2+3T 1T nT 2c+6T 1T 4+2T 1+2T 6m+4T 6+2T 1+2T r+2T 2d+8T
        2T 1+2T 2yT 1T 2+6T 1T 2tT 1T 2+4T 1+5T 77+9T 1+2T 74+2T 1T 4T 40+4T 2+2T 4T w+aT 14+6T 2+4T 8T 9+6T 2+3T 1a+dT
        1+2T 5iT 1+3T 1T 5l+7T 1+6T 1T 2a+mT 2+7T 1+2T 1+2T 3e+6T 3T 1+2T 1+7T 1T 20+2T 3T 1T 9n+2T b+2T 1g+5T 5T 1T nT
        445+hT 6+fT 8ug+cT 3+3T 1xc+5T 1n+7T t4T 1r+4T 29T f5k+2T 1+4T 3mk+1aT 2+nT f4+3T 9+gT 2+7T u+4T 44+3T 1iz+1jT
        4+1eT 8T eT m+5T 1+fT 11s+7T 1+hT 2+7T 1+2T 1+5T 2sT 4g+7T afT 1p+4T e4+4T 72+2T 6rT 2T 7+2T 5T d6+7T 15+1wD +8T
        gzatT u+2oT 3k+6oT
        """
}
